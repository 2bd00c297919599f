// What a coding CLI may see of the user's environment: what it needs to start, to find its login and to reach its provider.
import path from 'node:path';
import type { CliEnvironment, CodingCli } from './contract.js';

const COMMON = [
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TERM',
  'TZ',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
];
const PROXY = ['ALL_PROXY', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

export function chooseEnvironment(
  { variables, fixed }: CodingCli,
  environment: CliEnvironment,
): Record<string, string> {
  const names = [...COMMON, ...PROXY, ...PROXY.map((name) => name.toLowerCase()), ...variables];
  const known = names.flatMap((name) => {
    const value = environment[name];
    return value ? [[name, value] as const] : [];
  });
  const folders = listProgramFolders(environment);
  return {
    ...Object.fromEntries(known),
    ...(folders.length > 0 ? { PATH: folders.join(path.delimiter) } : {}),
    ...fixed,
  };
}

/** A relative entry would look for programs wherever we happen to be. */
export function listProgramFolders({ PATH = '' }: CliEnvironment): string[] {
  return PATH.split(path.delimiter).filter((entry) => path.isAbsolute(entry));
}
