// Asks a project's own ESLint about texts that are not on disk, as if each were the content of one file: through its
// command line, which reads them from standard input and finds its configuration by itself.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [inputFile, answerFile] = process.argv.slice(2);
const { root, file, texts } = JSON.parse(readFileSync(inputFile, 'utf8'));

try {
  const program = findProgram();
  const messages = await Promise.all(texts.map((text) => lint(program, text)));
  answer({ messages });
} catch (error) {
  answer({ error: error instanceof Error ? error.message : String(error) });
}

function answer(value) {
  writeFileSync(answerFile, JSON.stringify(value));
}

/** The program is no part of what the package exports. */
function findProgram() {
  const require = createRequire(path.join(root, 'package.json'));
  return path.join(path.dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
}

/** It ends with 1 where it complains; what it prints is an answer all the same. */
async function lint(program, text) {
  const words = [program, '--stdin', '--stdin-filename', path.join(root, file), '--format', 'json'];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['pipe', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (printed += chunk));
  child.stdin.on('error', () => undefined).end(text);
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  const [result] = JSON.parse(printed);
  return result.messages.map(({ ruleId, message, fatal }) => ({
    ruleId: ruleId ?? null,
    message,
    fatal: fatal === true,
  }));
}
