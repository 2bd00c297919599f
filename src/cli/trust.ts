// `trust`: shows the configuration's commands and records that they may run.
import { findTrustQuestion, recordTrust } from '../app/index.js';
import { AgentForgeError } from '../schema/index.js';
import { askTrust } from './ask-trust.js';
import { projectFolder, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function trust(globals: Globals, options: { yes?: boolean }): Promise<void> {
  const question = findTrustQuestion(projectFolder(globals));
  if (!question)
    return globals.json
      ? printJson({ trusted: true, changed: false })
      : print('Nothing to trust: there is no configuration, or it is trusted already.');
  const allowed = options.yes ?? (process.stdin.isTTY ? await askTrust(question) : false);
  if (!allowed)
    throw new AgentForgeError(
      'not_trusted',
      'Not trusted. Pass --yes to trust the configuration without being asked.',
    );
  recordTrust(question);
  if (globals.json) printJson({ trusted: true, changed: true, commands: question.commands });
  else
    print(
      [
        `Trusted as it is now: ${question.files.join(', ')}; any change asks again.`,
        ...question.commands.map((command) => `  ${command}`),
        ...question.settings,
      ].join('\n'),
    );
}
