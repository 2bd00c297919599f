import { describe, expect, it } from 'vitest';
import { loadBuiltinChecks } from '../../../../src/check/index.js';
import { makeProject } from '../../../support/temp-project.js';
import { writeProjectFile } from '../../../support/project-file.js';
import { checkProject } from '../check-project.js';

const checks = loadBuiltinChecks(['secrets']);
// Put together here, so that no scanner takes this file for a leak.
const key = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('');
const setting = ['9f8a', '7c6b', '5d4e', '3f2a', '1b0c'].join('');

describe('a secret check', () => {
  it('finds keys and private keys without ever repeating them', async () => {
    const header = `-----BEGIN ${'RSA PRIVATE'} KEY-----`;
    const root = makeProject({
      'src/a.ts': `const token = '${key}';\n`,
      'deploy.key': `${header}\nMIIEpAIBAAKCAQEAxyz0123456789abcdefghijklmn\n-----END RSA PRIVATE KEY-----\n`,
      '.env': `PORT=3000\nSESSION=${setting}\n`,
    });
    const outcome = await checkProject(root, checks);
    const found = outcome.violations.filter(({ check }) => check === 'secret');
    expect(found.map(({ path, line, rule }) => [path, line, rule])).toEqual([
      ['.env', 2, 'secret-setting'],
      ['deploy.key', 1, 'private-key'],
      ['src/a.ts', 1, 'GitHub-token'],
    ]);
    expect(JSON.stringify(outcome)).not.toContain(key.slice(4, 12));
    expect(JSON.stringify(outcome)).not.toContain(setting.slice(0, 8));
    expect(outcome.violations.map(({ check, path }) => [check, path])).toContainEqual(['env-file', '.env']);
  });

  it('keeps the name of a finding when the value changes', async () => {
    const root = makeProject({ 'a.ts': `const token = '${key}';\n` });
    const [before] = (await checkProject(root, checks)).violations;
    writeProjectFile(root, 'a.ts', `\n  const token = '${key.replaceAll('a', 'z')}';\n`);
    const [after] = (await checkProject(root, checks)).violations;
    expect(after?.id).toBe(before?.id);
    expect(after?.line).toBe(2);
  });

  it('leaves alone what is written in the place of a secret', async () => {
    const root = makeProject({
      'a.yml': 'url: postgres://user:password@localhost:5432/db\nother: https://me:${TOKEN}@example.org\n',
      'credentials.ts': "export const token = readToken('TOKEN_FILE_PATH_1234');\n",
      '.env.example': `SECRET_KEY=${setting}\n`,
      'readme.txt': 'Authorization: Bearer xxxxxxxxxxxxxxxxxxxx1\n',
    });
    expect((await checkProject(root, checks)).violations).toEqual([]);
  });

  it('is quiet about tests', async () => {
    const root = makeProject({ 'test/a.test.ts': `const token = '${key}';\n` });
    const { violations } = await checkProject(root, checks);
    expect(violations.map(({ check, severity }) => [check, severity])).toEqual([['secret-in-test', 'info']]);
  });
});
