import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/platform/redact.js';

const ENVIRONMENT = {
  SERVICE_API_KEY: 'correct horse battery staple',
  deploy_token: 'tok_9f8e7d6c5b4a3210',
  SHORT_SECRET: 'hunter2',
  HOSTNAME: 'build-machine-number-seven',
  JSON_PASSWORD: 'with "quotes" and a \\ in it',
};

function create(
  known: readonly string[] = [],
  environment: Record<string, string | undefined> = ENVIRONMENT,
) {
  return createRedactor({ environment, known, key: 'test key' });
}

const chunk = (length: number): string => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(8).slice(0, length);

describe('what is replaced', () => {
  test('values of environment variables whose name says secret, when they have twelve characters', () => {
    const redacted = create().redact(
      'a correct horse battery staple, tok_9f8e7d6c5b4a3210, hunter2 on build-machine-number-seven',
    );
    expect(redacted).toBe('a ‹secret:1›, ‹secret:2›, hunter2 on build-machine-number-seven');
  });

  test('the same value spelled as JSON or URL text', () => {
    const redactor = create();
    const text =
      JSON.stringify({ password: ENVIRONMENT.JSON_PASSWORD }) +
      encodeURIComponent(ENVIRONMENT.SERVICE_API_KEY);
    const redacted = redactor.redact(text);
    expect(redacted).not.toContain('quotes');
    expect(redacted).not.toContain('battery');
    expect(redactor.restore(redacted)).toBe(text);
  });

  test.each([
    ['OpenAI', `sk-proj-${chunk(48)}`],
    ['Anthropic', `sk-ant-api03-${chunk(80)}`],
    ['GitHub', `ghp_${chunk(36)}`],
    ['GitHub OAuth', `gho_${chunk(36)}`],
    ['GitHub fine-grained', `github_pat_${chunk(22)}_${chunk(59)}`],
    ['GitLab', `glpat-${chunk(20)}`],
    ['AWS key id', 'AKIA' + 'QZ7WX3YV5UT2SR9P'],
    ['Google', `AIza${chunk(35)}`],
    ['Slack', `xoxb-123456789012-${chunk(24)}`],
    ['npm', `npm_${chunk(36)}`],
    ['Stripe', `sk_live_${chunk(24)}`],
    ['Hugging Face', `hf_${chunk(34)}`],
    ['JWT', `eyJ${chunk(30)}.eyJ${chunk(60)}.${chunk(43)}`],
  ])('a key of %s', (_issuer, key) => {
    const redactor = create();
    const text = `const key = "${key}"; // end`;
    expect(redactor.redact(text)).toBe('const key = "‹secret:1›"; // end');
    expect(redactor.restore('‹secret:1›')).toBe(key);
  });

  test.each([
    ['AWS secret', 'aws_secret_access_key = ', `${chunk(39)}/`, '\n'],
    ['bearer token', 'Authorization: Bearer ', 'abc123def456ghi789', '\n'],
    ['basic credentials', 'Authorization: Basic ', 'dXNlcjpwYXNzd29yZA==', '\n'],
    ['password in a URL', 'postgres://app:', 's3cr3t', '@db.example/app'],
    ['token in a URL', 'https://', chunk(24), '@errors.example/7'],
  ])('a %s, but not what stands around it', (_kind, before, secret, after) => {
    const redactor = create();
    expect(redactor.redact(before + secret + after)).toBe(`${before}‹secret:1›${after}`);
    expect(redactor.restore('‹secret:1›')).toBe(secret);
  });

  test('a private key as a block, as an escaped string, and when its end was cut off', () => {
    const body = Array.from({ length: 4 }, () => chunk(64)).join('\n');
    const block = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${body}\n-----END RSA PRIVATE KEY-----`;
    expect(create().redact(`before\n${block}\nafter`)).toBe('before\n‹secret:1›\nafter');
    const escaped = JSON.stringify({ key: block, other: 1 });
    expect(create().redact(escaped)).toBe('{"key":"‹secret:1›","other":1}');
    const cut = create().redact(`-----BEGIN PRIVATE KEY-----\n${body}`);
    expect(cut).not.toContain(chunk(16));
  });

  test('a learned value wherever it appears later, also without its surroundings', () => {
    const redactor = create();
    redactor.learn('Authorization: Bearer abc123def456ghi789');
    expect(redactor.redact('sent abc123def456ghi789 to the server')).toBe('sent ‹secret:1› to the server');
  });

  test('ordinary code stays as it is', () => {
    const code = [
      'const taskName = "task-management-component-with-a-long-name";',
      '.sk-folding-cube-animation-delayed { color: red }',
      "if (text.includes('-----BEGIN PRIVATE KEY-----')) throw new Error('no');",
      'fetch(`https://user:${password}@host/path`);',
      'the bearer of good news wrote https://example.com/a/b?c=d',
      'import { tokens } from "./tokens.js"; // sha 4f2c1e9b8a7d6c5e4f3a2b1c0d9e8f7a6b5c4d3e',
      'path C:\\secret\\key: value',
    ].join('\n');
    expect(create().redact(code, 'src/app.ts')).toBe(code);
  });
});

describe('files made to hold secrets', () => {
  test.each([
    [
      '.env',
      'DB_PASSWORD=hunter22\nNAME=shop\nSIGNING=Zk3x9Qw7Lp2vT8bN\n',
      'DB_PASSWORD=‹secret:1›\nNAME=shop\nSIGNING=‹secret:2›\n',
    ],
    ['config/.env.local', 'export API_KEY="a b c d e f" # note\n', 'export API_KEY="‹secret:1›" # note\n'],
    [
      '.npmrc',
      '//registry.npmjs.org/:_authToken=0a1b2c3d4e5f\nregistry=https://registry.npmjs.org/\n',
      '//registry.npmjs.org/:_authToken=‹secret:1›\nregistry=https://registry.npmjs.org/\n',
    ],
    [
      '.netrc',
      'machine api.example login me password swordfish\n',
      'machine api.example login me password ‹secret:1›\n',
    ],
    [
      'credentials.json',
      '{"client_id":"shop","client_secret":"0a1b2c3d4e"}',
      '{"client_id":"shop","client_secret":"‹secret:1›"}',
    ],
  ])('%s', (source, text, expected) => {
    const redactor = create();
    const redacted = redactor.redact(text, source);
    expect(redacted).toBe(expected);
    expect(redactor.restore(redacted)).toBe(text);
  });

  test('plain settings stay readable', () => {
    const text =
      'PORT=3000\nNODE_ENV=production\nDATABASE_HOST=db.internal:5432\nLOG_DIR=/var/log/app1\nURL=https://a.example/b1\nKEY=\nTOKEN=${TOKEN}\n';
    expect(create().redact(text, '.env.example')).toBe(text);
  });

  test('the same text in another file is not taken for a setting', () => {
    expect(create().redact('SIGNING=Zk3x9Qw7Lp2vT8bN', 'src/app.ts')).toBe('SIGNING=Zk3x9Qw7Lp2vT8bN');
  });
});

describe('numbers', () => {
  test('survive a restart, and only fingerprints are journaled', () => {
    const first = create();
    first.redact('tok_9f8e7d6c5b4a3210 then correct horse battery staple');
    const journaled = first.fresh();
    expect(journaled).toHaveLength(2);
    expect(journaled.every((fingerprint) => /^[0-9a-f]{16}$/.test(fingerprint))).toBe(true);
    expect(first.fresh()).toEqual([]);

    const second = create(journaled);
    expect(second.redact('correct horse battery staple')).toBe('‹secret:2›');
    expect(second.restore('‹secret:1›')).toBe('tok_9f8e7d6c5b4a3210');
    expect(second.fresh()).toEqual([]);
  });

  test('a value of a file is restorable again once the file has been learned', () => {
    const text = 'SIGNING=Zk3x9Qw7Lp2vT8bN\n';
    const first = create();
    const redacted = first.redact(text, '.env');
    const second = create(first.fresh());
    expect(second.restore(redacted)).toBe(redacted);
    expect(second.missing(redacted)).toEqual([1]);
    second.learn(text, '.env');
    expect(second.restore(redacted)).toBe(text);
    expect(second.missing(redacted)).toEqual([]);
  });

  test('a fingerprint depends on the key', () => {
    const values = ['key one', 'key two'].map((key) => {
      const redactor = createRedactor({ environment: ENVIRONMENT, known: [], key });
      redactor.redact('tok_9f8e7d6c5b4a3210');
      return redactor.fresh()[0];
    });
    expect(values[0]).not.toBe(values[1]);
  });
});

describe('placeholders in the text itself', () => {
  test('a literal placeholder in a file survives the way there and back', () => {
    const redactor = create();
    redactor.redact('tok_9f8e7d6c5b4a3210');
    const text = 'docs: ‹secret:1› is printed for tok_9f8e7d6c5b4a3210, ‹secret:7› and ‹secret:x› are not';
    const redacted = redactor.redact(text, 'docs/redaction.md');
    expect(redacted).not.toContain('tok_');
    expect(redacted.match(/‹secret:1›/g)).toHaveLength(1);
    expect(redactor.restore(redacted)).toBe(text);
  });

  test('text without a source may be redacted already and is then left alone', () => {
    const redactor = create();
    const once = redactor.redact('Bearer abc123def456ghi789 and tok_9f8e7d6c5b4a3210 and ‹secret:44›');
    expect(redactor.redact(once)).toBe(once);
    expect(redactor.redact(`${once} and correct horse battery staple`)).toMatch(/ and ‹secret:\d+›$/);
  });

  test('a placeholder nobody gave out stays', () => {
    expect(create().restore('‹secret:9› ‹secret:01› ‹secret:1')).toBe('‹secret:9› ‹secret:01› ‹secret:1');
  });
});

describe('overlaps', () => {
  test('of secrets that overlap no part remains', () => {
    const environment = { A_KEY: 'abcabcabcabc', B_KEY: 'abcabcXYZXYZXYZ', C_KEY: 'YZXYZXYZ-tail' };
    const redactor = create([], environment);
    const text = '[abcabcabcabcabcXYZXYZXYZ-tail]';
    const redacted = redactor.redact(text);
    expect(redacted).toMatch(/^\[‹secret:\d+›\]$/);
    expect(redactor.restore(redacted)).toBe(text);
  });

  test('the longer of two secrets wins where one contains the other', () => {
    const redactor = create([], { A_KEY: 'inner-secret-value', B_KEY: 'outer(inner-secret-value)outer' });
    expect(redactor.redact('outer(inner-secret-value)outer inner-secret-value')).toBe(
      '‹secret:1› ‹secret:2›',
    );
  });
});

test('large texts made to be slow are done in time', () => {
  const hostile = [
    'a'.repeat(3_000_000),
    '-----BEGIN PRIVATE KEY-----'.repeat(100_000),
    `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(3_000_000)}`,
    'sk-'.repeat(1_000_000),
    'eyJ'.repeat(1_000_000),
    'eyJaaaaaaaa.'.repeat(200_000),
    '://a:b'.repeat(500_000),
    'secret_key="'.repeat(200_000),
    Array.from({ length: 20_000 }, (_, index) => `AKIA${String(index).padStart(16, '0')}`).join('\n'),
  ];
  for (const text of hostile) {
    for (const source of ['notes.txt', '.env']) {
      const redactor = create([], { ...ENVIRONMENT, RUN_KEY: 'aaaaaaaaaaaa' });
      expect(redactor.restore(redactor.redact(text, source)) === text).toBe(true);
    }
  }
});

describe('properties', () => {
  const secret = fc
    .oneof(
      fc.string({ minLength: 12, maxLength: 30 }),
      fc.stringMatching(/^[ab]{12,16}$/),
      fc.stringMatching(/^[A-Za-z0-9+/]{12,40}$/),
    )
    .filter((value) => !value.includes('‹') && !value.includes('›'));
  const word = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.stringMatching(/^[ab]{1,14}$/),
    fc.constantFrom(
      '‹secret:1›',
      '‹secret:2›',
      '‹secret:',
      '3›',
      'Bearer ',
      '\n',
      'KEY=',
      '://u:',
      '@',
      '"',
      `ghp_${chunk(36)}`,
      'AKIAQZ7WX3YV5UT2SR9P',
      `eyJ${chunk(9)}.eyJ${chunk(9)}.${chunk(9)}`,
    ),
  );
  const sources = fc.constantFrom('.env', 'src/app.ts', 'README.md', '.netrc');
  const scenario = fc
    .record({
      secrets: fc.array(secret, { minLength: 1, maxLength: 4 }),
      words: fc.array(word, { maxLength: 12 }),
      source: sources,
    })
    .chain(({ secrets, words, source }) =>
      fc.record({
        secrets: fc.constant(secrets),
        source: fc.constant(source),
        parts: fc.shuffledSubarray([...words, ...secrets, ...secrets], { minLength: 1 }),
      }),
    );
  const toEnvironment = (secrets: readonly string[]) =>
    Object.fromEntries(secrets.map((value, index) => [`K_TOKEN_${index}`, value]));

  test('redact then restore gives every file back, and no secret remains in between', () => {
    fc.assert(
      fc.property(scenario, ({ secrets, parts, source }) => {
        const redactor = create([], toEnvironment(secrets));
        const text = parts.join('');
        const redacted = redactor.redact(text, source);
        expect(redactor.restore(redacted)).toBe(text);
        const shown = redacted.split(/‹secret:\d+›/);
        for (const value of secrets) expect(shown.some((piece) => piece.includes(value))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('an edit elsewhere leaves the rest of the file byte for byte', () => {
    fc.assert(
      fc.property(scenario, fc.nat(), fc.string(), ({ secrets, parts, source }, place, inserted) => {
        const redactor = create([], toEnvironment(secrets));
        const text = parts.join('');
        const lines = redactor.redact(text, source).split(/(?=\n)/);
        const at = place % (lines.length + 1);
        const edited = [...lines.slice(0, at), `\n${inserted}\n`, ...lines.slice(at)].join('');
        const untouched = [lines.slice(0, at), lines.slice(at)].map((part) =>
          redactor.restore(part.join('')),
        );
        expect(untouched.join('')).toBe(text);
        expect(redactor.restore(edited)).toBe(
          `${untouched[0]}\n${redactor.restore(inserted)}\n${untouched[1]}`,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('text without a source is redacted once and for all', () => {
    fc.assert(
      fc.property(scenario, ({ secrets, parts }) => {
        const redactor = create([], toEnvironment(secrets));
        const once = redactor.redact(parts.join(''));
        expect(redactor.redact(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });

  test('numbers are the same after a restart at any point', () => {
    fc.assert(
      fc.property(
        fc.array(scenario, { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 4 }),
        (files, crashAfter) => {
          const environment = toEnvironment(files.flatMap((file) => file.secrets));
          const whole = create([], environment);
          let crashed = create([], environment);
          let journal: string[] = [];
          files.forEach(({ parts, source }, index) => {
            if (index === crashAfter) {
              crashed = create(journal, environment);
              for (const file of files.slice(0, index)) crashed.learn(file.parts.join(''), file.source);
            }
            expect(crashed.redact(parts.join(''), source)).toBe(whole.redact(parts.join(''), source));
            journal = [...journal, ...crashed.fresh()];
          });
        },
      ),
      { numRuns: 300 },
    );
  });
});
