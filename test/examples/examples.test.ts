import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('examples', () => {
  it('run and end as they say', () => {
    const output = execFileSync('npm', ['run', '--silent', 'examples'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(output).toContain('completed: greeting.txt now says Hello, world!');
    expect(output).toContain('completed after 2 steps');
    expect(output).toContain('- greet the world');
  });

  it('say hello in under forty lines', () => {
    expect(readFileSync('examples/hello.ts', 'utf8').trimEnd().split('\n').length).toBeLessThan(40);
  });
});
