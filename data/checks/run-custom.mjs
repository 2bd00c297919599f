// Runs a check that a project wrote itself; started by the custom check as a process of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [inputFile, answerFile] = process.argv.slice(2);
const { root, module, files, options } = JSON.parse(readFileSync(inputFile, 'utf8'));

try {
  const loaded = await import(pathToFileURL(module).href);
  const check = loaded.check ?? loaded.default?.check ?? loaded.default;
  if (typeof check !== 'function') throw new Error('the module exports no function called check');
  answer({ findings: await check({ files, options, read }) });
} catch (error) {
  answer({ error: `threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}` });
}
// Timers and sockets that the check left open do not keep it alive.
process.exit(0);

function answer(value) {
  writeFileSync(answerFile, JSON.stringify(value));
}

/** Undefined for what is not one of the files. */
function read(file) {
  return files.includes(file) ? readFileSync(path.join(root, file), 'utf8') : undefined;
}
