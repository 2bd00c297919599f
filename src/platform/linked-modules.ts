// Where links in `node_modules` lead: a sandbox with a temporary folder of its own would otherwise hide it.
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

const MAX_FOLDERS = 20;

/** Folders under `/tmp`, outside of the root, that installed packages are linked from. */
export function findLinkedModules(root: string): string[] {
  const folder = path.join(root, 'node_modules');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? listScope(folder, name) : [name],
  );
  const places = [folder, ...names.map((name) => path.join(folder, name))]
    .filter((place) => isLink(place) && existsSync(place))
    .map((place) => toModules(realpathSync(place)))
    .filter((place) => place.startsWith('/tmp/') && !`${place}/`.startsWith(`${root}/`));
  return [...new Set(places)].slice(0, MAX_FOLDERS);
}

function listScope(folder: string, scope: string): string[] {
  const place = path.join(folder, scope);
  return isLink(place) ? [scope] : readdirSync(place).map((name) => path.join(scope, name));
}

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** What a package itself needs lies beside it. */
function toModules(place: string): string {
  const at = place.indexOf('/node_modules/');
  return at === -1 ? place : place.slice(0, at + '/node_modules'.length);
}
