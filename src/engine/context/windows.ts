// Shares the room for windows: small ones whole, the rest evenly, newest and pinned first when it is tight.
import { countTokens } from '../../model/index.js';
import { fitLines, type Fitted } from './compress.js';
import type { WindowInput } from './inputs.js';

const MIN_WINDOW_TOKENS = 60;
const SEAM_TOKENS = 4;

export interface FittedWindows extends Fitted {
  /** Each one that has a place, as it stands in the text. */
  readonly shown: readonly string[];
}

export function fitWindows(windows: readonly WindowInput[], room: number): FittedWindows {
  const wanted = windows.map((window) => ({
    window,
    head: headOf(window),
    need: countTokens(`${headOf(window)}\n${clipChars(window.text, room)}\n`),
  }));
  const shares = share(
    wanted.map(({ window, need }) => ({ need, pinned: window.pinned })),
    room,
  );
  const shown: string[] = [];
  const cuts: string[] = [];
  wanted.forEach(({ window, head, need }, index) => {
    const granted = shares[index] ?? 0;
    const fitted = fitLines(
      window.text,
      granted >= need ? need : Math.max(0, granted - countTokens(head) - SEAM_TOKENS),
      window,
    );
    if (granted < MIN_WINDOW_TOKENS && granted < need) cuts.push(`${window.key} (no room)`);
    else {
      if (fitted.cut !== undefined) cuts.push(`${window.key} (${fitted.cut})`);
      shown.push(`${head}\n${fitted.text}`);
    }
  });
  const text = shown.join('\n');
  return { text, shown, tokens: countTokens(text), ...(cuts.length === 0 ? {} : { cut: cuts.join(', ') }) };
}

function headOf({ key, title, from, pinned }: WindowInput): string {
  const age = from === undefined ? '' : ` (from step ${from})`;
  return `## ${title}${key === title ? '' : ` [${key}]`}${age}${pinned ? ' (pinned)' : ''}`;
}

/** Longer text cannot fit anyway; counting it would cost time. */
function clipChars(text: string, room: number): string {
  return text.length > room * 8 ? text.slice(0, room * 8) : text;
}

/** Water filling: whoever needs less than an even share gets what it needs, the others share what is left. */
function share(wants: readonly { need: number; pinned: boolean }[], room: number): number[] {
  const shares = wants.map(() => 0);
  // Newest last in the list; when not even the smallest useful window fits for all, the oldest unpinned go first.
  const order = wants
    .map((_, index) => index)
    .sort((a, b) => Number(wants[b]?.pinned) - Number(wants[a]?.pinned) || b - a);
  let open = order.slice(0, Math.max(1, Math.floor(room / MIN_WINDOW_TOKENS)));
  let left = room;
  while (open.length > 0) {
    const even = Math.floor(left / open.length);
    const small = open.filter((index) => (wants[index]?.need ?? 0) <= even);
    if (small.length === 0) {
      for (const index of open) shares[index] = even;
      break;
    }
    for (const index of small) {
      shares[index] = wants[index]?.need ?? 0;
      left -= shares[index];
    }
    open = open.filter((index) => !small.includes(index));
  }
  return shares;
}
