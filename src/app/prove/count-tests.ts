// Counts tests, assertions and skipped tests in the text of test files, by simple patterns.

export interface TestCounts {
  readonly tests: number;
  readonly assertions: number;
  readonly skips: number;
}

interface Patterns {
  readonly tests: RegExp;
  readonly assertions: RegExp;
  readonly skips: RegExp;
  readonly comments: RegExp;
}

const SCRIPTS: Patterns = {
  tests:
    /(?<![\w.$])(?:it|test|specify)(?:\.(?:each|concurrent|sequential|only|serial)\b[^(]*)?\s*\(|\bt\.test\s*\(/g,
  assertions:
    /(?<![\w.$])(?:expect|assert)(?:\.\w+)*\s*\(|\bt\.(?:is|not|ok|equal|equals|same|deepEqual|notOk|true|false|truthy|falsy|throws|throwsAsync|rejects|match|regex|snapshot|like|matchSnapshot)\s*\(|\.should\b/g,
  skips:
    /(?<![\w.$])(?:it|test|describe|suite|context)\.(?:skip|todo|skipIf|runIf|only|failing)\b|(?<![\w.$])(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(|\b(?:skip|todo)\s*:\s*(?:true|['"`])|\bt(?:his)?\.(?:skip|todo)\s*\(/g,
  comments: /\/\*[\s\S]*?\*\/|(?<![:\\'"`])\/\/[^\n]*/g,
};

const PYTHON: Patterns = {
  tests: /^\s*(?:async\s+)?def\s+test\w*/gm,
  assertions:
    /^\s*assert\b|\bself\.assert\w+\s*\(|\bpytest\.(?:raises|warns|approx|fail)\b|\.assert_\w+\s*\(/gm,
  skips:
    /@(?:pytest\.mark\.(?:skip|xfail)|unittest\.(?:skip|expectedFailure))|\bpytest\.(?:skip|xfail)\s*\(|\bself\.skipTest\s*\(/g,
  comments: /(?<=^|\s)#[^\n]*/g,
};

const OTHERS: Patterns = {
  tests: /\bfunc\s+Test\w+|#\[(?:\w+::)?test\]|@(?:Parameterized)?Test\b|\bit\s+['"]|\bdef\s+test_\w+/g,
  assertions:
    /\bt\.(?:Error|Fatal|Fail)\w*\s*\(|\b(?:require|assert)\.\w+\s*\(|\bassert\w*!?\s*\(|\bexpect\b/g,
  skips: /\bt\.Skip\w*\s*\(|#\[ignore|@(?:Disabled|Ignore)\b|\bskip\b|\bpending\b/g,
  comments: /\/\*[\s\S]*?\*\/|(?<![:'"])\/\/[^\n]*/g,
};

export function countTests(name: string, text: string): TestCounts {
  const patterns = choosePatterns(name);
  const code = text.replace(patterns.comments, '');
  const count = (pattern: RegExp): number => code.match(pattern)?.length ?? 0;
  return {
    tests: count(patterns.tests),
    assertions: count(patterns.assertions),
    skips: count(patterns.skips),
  };
}

function choosePatterns(name: string): Patterns {
  if (name.endsWith('.py')) return PYTHON;
  return /\.[cm]?[jt]sx?$/.test(name) ? SCRIPTS : OTHERS;
}
