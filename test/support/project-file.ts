// Looks at and changes files of a project as somebody outside the harness would.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export function readProjectFile(root: string, file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export function writeProjectFile(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
