// JSON: strict by default, with comments and trailing commas where the reading tool allows them.
import type { Diagnostic } from '../../schema/index.js';
import { loadTypeScript } from '../javascript/load-typescript.js';
import type { LanguageProvider } from '../language-provider.js';
import { locateOffset } from '../text-position.js';
import { findJsonFault } from './json-fault.js';

/** Files whose own tools read JSON with comments. */
const WITH_COMMENTS =
  /\.(?:jsonc|code-workspace)$|(?:^|\/)(?:[tj]sconfig[^/]*\.json|\.(?:eslintrc|babelrc|swcrc)(?:\.json)?|deno\.json|devcontainer\.json)$|(?:^|\/)\.(?:vscode|devcontainer|zed)\//i;

export const jsonProvider: LanguageProvider = {
  async checkSyntax(path, text) {
    const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
    return WITH_COMMENTS.test(path) ? checkWithComments(path, body) : checkStrict(path, body);
  },
};

function checkStrict(path: string, text: string): Diagnostic[] {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    // The engine's message names a position only sometimes, so the place is found by our own scan.
    const fault = findJsonFault(text);
    if (fault === undefined) return [{ file: path, severity: 'error', message: String(error) }];
    return [{ file: path, ...locateOffset(text, fault.offset), severity: 'error', message: fault.message }];
  }
}

async function checkWithComments(path: string, text: string): Promise<Diagnostic[]> {
  if (text.trim() === '') return [];
  const ts = await loadTypeScript();
  const { error } = ts.parseConfigFileTextToJson(path, text);
  if (error === undefined) return [];
  return [
    {
      file: path,
      ...locateOffset(text, error.start ?? 0),
      code: `TS${error.code}`,
      severity: 'error',
      message: ts.flattenDiagnosticMessageText(error.messageText, ' '),
    },
  ];
}
