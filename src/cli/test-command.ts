// A test command as a reader would type it: without where the report goes, and with the command that a shell prepares.

/** The whole is in the JSON and in the configuration. */
export function describeTestCommand(argv: readonly string[]): string {
  const words = dropReporting(findTests(argv)).map(quote);
  const short = words.join(' ');
  if (short.length <= MAX_CHARS) return short;
  const [first = '', ...others] = words;
  const kept = [first];
  for (const word of others) {
    if ([...kept, word].join(' ').length > MAX_CHARS - 2) break;
    kept.push(word);
  }
  return `${kept.join(' ').slice(0, MAX_CHARS - 2)} …`;
}

const MAX_CHARS = 100;

/** `sh -c SCRIPT tests COMMAND…` does first what the script does first, and then runs the command. */
function findTests(argv: readonly string[]): readonly string[] {
  const isPrepared = argv[0] === 'sh' && argv[1] === '-c' && argv[3] === 'tests' && argv.length > 4;
  const words = isPrepared ? argv.slice(4) : argv;
  return words[0] === process.execPath ? ['node', ...words.slice(1)] : words;
}

/** `--reporter json` is two words, `--reporter=json` one. */
function dropReporting(words: readonly string[]): string[] {
  return words.filter((word, index) => {
    if (word.includes('{report}') || word === '--json' || isReporting(word)) return false;
    const before = words[index - 1] ?? '';
    return !isReporting(before) || before.includes('=') || word.startsWith('-');
  });
}

function isReporting(word: string): boolean {
  return /^(?:-R|--[\w-]*report\S*|--outputFile\S*)$/i.test(word);
}

function quote(word: string): string {
  return /^[\w@%+=:,./*{}!?[\]-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
