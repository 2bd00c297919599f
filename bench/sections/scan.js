// A scan of 1,000 real files beside ESLint's complexity rule alone on the same files, and the scan after it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readOptions, ROOT } from '../lib/options.js';
import { atMost, createReport } from '../lib/report.js';
import { median } from '../lib/statistics.js';

const FILES = 1_000;
const ROUNDS = 3;
const MAX_BYTES = 60_000;

const report = createReport({ section: 'scan', json: readOptions().json });
const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-scan-'));
try {
  const project = copyFiles(path.join(folder, 'project'));
  // Recipes are made for the worst few only, and are no part of this.
  const scan = [path.join(ROOT, 'dist/bin/main.js'), 'scan', '--no-advice', '--project', project];
  const lint = `import { ESLint } from '${path.join(ROOT, 'node_modules/eslint/lib/api.js')}';
    const eslint = new ESLint({ cwd: '${project}', overrideConfigFile: true, overrideConfig: [{ rules: { complexity: ['warn', 10] } }] });
    const results = await eslint.lintFiles(['**/*.js']);
    console.log(results.length);`;
  const eslint = ['--input-type=module', '-e', lint];
  const times = { first: [], second: [], eslint: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const cache = path.join(folder, `cache-${round}`);
    times.first.push(time(scan, cache));
    times.second.push(time(scan, cache));
    times.eslint.push(time(eslint, cache));
  }
  const [first, second, peer] = [times.first, times.second, times.eslint].map(median);
  report.table(`${FILES} files from node_modules, whole processes, median of ${ROUNDS} rounds in turns`, [
    { figure: 'first scan, all built-in checks', value: first, unit: 'ms' },
    { figure: 'second scan', value: second, unit: 'ms' },
    { figure: 'ESLint, complexity rule alone', value: peer, unit: 'ms' },
    atMost('first scan / ESLint', first / peer, 3),
    atMost('second scan / first scan', second / first, 0.1),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string[]} parameters @param {string} cache */
function time(parameters, cache) {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, parameters, {
    env: { ...env, XDG_CACHE_HOME: cache },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return performance.now() - start;
}

/** The same files each time: sorted, of a size people write, evenly from all packages. @param {string} project */
function copyFiles(project) {
  const packages = path.join(ROOT, 'node_modules');
  const found = list(packages)
    .filter((file) => file.endsWith('.js') && !file.endsWith('.min.js') && statSync(file).size < MAX_BYTES)
    .sort();
  const every = Math.max(1, Math.floor(found.length / FILES));
  const chosen = found.filter((_, index) => index % every === 0).slice(0, FILES);
  if (chosen.length < FILES) throw new Error(`There are only ${chosen.length} files to scan.`);
  for (const [index, file] of chosen.entries()) {
    const target = path.join(
      project,
      `src/part-${Math.floor(index / 50)}`,
      `${index}-${path.basename(file)}`,
    );
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(file, target);
    // Files at rest, as a project's files are.
    utimesSync(target, 1_700_000_000, 1_700_000_000);
  }
  return project;
}

/** @param {string} folder @returns {string[]} */
function list(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return list(file);
    return entry.isFile() ? [file] : [];
  });
}
