// `activity`: what the gates blocked, asked, caught and let pass lately.
import { listActivity, type Activity, type ActivityRecord } from '../app/index.js';
import { openHarness, projectFolder, type Globals } from './globals.js';
import { fitLine, note, outputWidth, paint, print, printJson, type Colour } from './output.js';

const DAY_MS = 86_400_000;
const SHOWN = 20;

export async function activity(
  globals: Globals,
  options: { readonly week?: boolean; readonly days?: number; readonly all?: boolean },
): Promise<void> {
  const days = options.days ?? (options.week ? 7 : 1);
  const since = new Date(Date.now() - days * DAY_MS);
  const found = await listActivity(openHarness(globals).runtime, projectFolder(globals), since);
  if (globals.json) return printJson(found);
  print(describeCounts(found, days));
  if (found.guards.length > 0)
    print(found.guards.map(({ guard, count }) => `  ${String(count).padStart(4)} ${guard}`).join('\n'));
  const shown = options.all ? found.records : found.records.slice(0, SHOWN);
  for (const record of shown) print(describeRecord(record));
  const more = found.records.length - shown.length;
  if (more > 0) note(`${more} more; --all shows them.`);
}

function describeCounts({ calls, counts }: Activity, days: number): string {
  const parts = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
  const period = days === 1 ? 'the last day' : `the last ${days} days`;
  return `${period}: ${calls} tool calls judged, ${parts.join(', ') || 'nothing blocked, undone or bypassed'}`;
}

const COLOURS: Readonly<Record<ActivityRecord['kind'], Colour>> = {
  blocked: 'red',
  caught: 'red',
  asked: 'yellow',
  warned: 'yellow',
  bypassed: 'yellow',
  undone: 'cyan',
};

function describeRecord({ at, who, kind, guard, what, reason }: ActivityRecord): string {
  const when = at.slice(0, 16).replace('T', ' ');
  const why = guard === '' ? reason : `${guard}: ${reason}`;
  const head = `${when} ${paint(COLOURS[kind], kind)} ${who}`;
  return `${head} ${fitLine(what, outputWidth())}\n    ${fitLine(why, outputWidth() - 4)}`;
}
