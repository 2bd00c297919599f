// `uninstall`: puts the settings back byte for byte if they are as we left them, and else takes only our entries out.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { HookDialect } from '../../guard/index.js';
import { sha256 } from '../../platform/index.js';
import { refuseAgents } from './agent-environment.js';
import { isFor } from './install.js';
import { readInstalled, writeInstalled, type InstalledEntry } from './installed-list.js';
import { removeHooks } from './merge-hooks.js';
import { findInstallPlace, type Environment, type InstallPlace, type InstallScope } from './places.js';
import { readBytes, writeBytes } from './settings-file.js';
import { parseSettings, renderSettings } from './settings-text.js';

export interface UninstallRequest {
  readonly dialect: HookDialect;
  readonly scope: InstallScope;
  readonly project: string;
  readonly environment: Environment;
}

export interface Uninstalled {
  readonly file: string;
  /** `restored`: as it was before; `removed`: our entries are gone, what others changed stays. */
  readonly how: 'restored' | 'removed' | 'nothing';
}

export function uninstallHook(request: UninstallRequest): Uninstalled {
  refuseAgents(request.environment);
  const place = findInstallPlace(request, request.environment);
  const installed = readInstalled(place.folder);
  const entry = installed.find((one) => isFor(one, place));
  const how = cleanSettings(place, entry);
  const others = installed.filter((one) => one !== entry);
  if (others.length > 0) writeInstalled(place.folder, others);
  else removeOwnFiles(place.folder);
  return { file: place.file, how };
}

function cleanSettings({ file }: InstallPlace, entry: InstalledEntry | undefined): Uninstalled['how'] {
  const now = readBytes(file);
  if (now === null) return 'nothing';
  const isUntouched = entry !== undefined && sha256(now) === entry.written;
  const original = entry?.backup ? readBytes(entry.backup) : null;
  if (isUntouched && (entry.backup === null || original !== null)) {
    writeBytes(file, original);
    return 'restored';
  }
  const text = now.toString('utf8');
  const settings = parseSettings(text, file);
  const left = removeHooks(settings);
  if (JSON.stringify(left) === JSON.stringify(settings)) return 'nothing';
  writeBytes(file, renderSettings(left, text));
  return 'removed';
}

/** Our own copies; nothing starts them any more. */
function removeOwnFiles(folder: string): void {
  if (!existsSync(folder)) return;
  const own =
    /^(?:hook(?:-\w+)?\.[cm]js|guards\.json|policy\.json|installed\.json|\.gitignore|backup|[0-9a-f]{12})$/;
  for (const name of readdirSync(folder).filter((one) => own.test(one)))
    rmSync(path.join(folder, name), { recursive: true, force: true });
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}
