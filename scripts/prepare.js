// What npm runs after an installation: builds, unless what is built is newer than everything it is built from. `npx agentforge` in
// this folder makes npm install a link to it, which would build a second time.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';

const SOURCES = ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const BUILT = 'dist/bin/main.js';

if (!existsSync(BUILT) || findNewest(SOURCES) > statSync(BUILT).mtimeMs)
  execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });

/** Of a folder, also when a file in it came or went. */
function findNewest(paths) {
  const files = paths
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? [path, ...readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`)]
        : [path],
    );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
