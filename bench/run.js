// Runs the benchmark: `npm run bench`, or `npm run bench -- flat persist` for some sections. See README.md.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './lib/options.js';

const BENCH = fileURLToPath(new URL('./', import.meta.url));
const SECTIONS = [
  'flat',
  'long',
  'persist',
  'start',
  'tokens',
  'perceive',
  'loops',
  'phases',
  'replay',
  'scan',
  'fix',
  'limits',
  'hook',
  'gates',
];
/** The only section that needs packages of its own. */
const WITH_PACKAGES = 'persist';

const { sections: chosen } = readOptions();
const sections = chosen.length > 0 ? chosen : SECTIONS;
const unknown = sections.find((section) => !SECTIONS.includes(section));
if (unknown !== undefined) stop(`There is no section ${unknown}; there are ${SECTIONS.join(', ')}.`);
if (!existsSync(path.join(BENCH, '../dist/app/index.js')))
  stop('There is nothing to measure yet: run `npm run build` first.');
if (sections.includes(WITH_PACKAGES)) installPackages();
// Each section is a process of its own, so that one's memory and warmth are not another's.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
for (const section of sections) {
  const { status } = spawnSync(
    process.execPath,
    [path.join(BENCH, 'sections', `${section}.js`), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env,
    },
  );
  if (status !== 0) process.exitCode = 1;
}

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

function installPackages() {
  if (existsSync(path.join(BENCH, 'node_modules'))) return;
  process.stderr.write('Installing the packages to compare with (compiles SQLite, about two minutes) …\n');
  const { status } = spawnSync('npm', ['ci', '--prefix', BENCH, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.stderr.write('They could not be installed; the comparison will be skipped.\n');
}
