// Error text → a class of error, so that two messages for one obstacle are seen as one obstacle.

/** Ordered: the first class that fits wins, the most specific obstacles first. `other` says nothing in common. */
const classes: readonly (readonly [string, RegExp])[] = [
  [
    'denied',
    /\bdenied by (?:a )?guard|\bblocked by|\bnot allowed\b|\bpermission denied|operation not permitted/i,
  ],
  ['new_problem', /brings a new problem/i],
  ['test_regression', /broke (?:the )?tests|\breverted\b|\bundone because/i],
  ['extraction_blocked', /control flow|cannot extract/i],
  [
    'unchanged',
    /no changes? (?:were )?made|identical content|nothing to (?:change|replace|commit)|no replacement was/i,
  ],
  [
    'format',
    /reply was not usable|exactly one (?:action|command|tool)|could not (?:be )?pars|unparsable|malformed|invalid json/i,
  ],
  ['syntax_error', /syntax ?error|indentation ?error|unexpected (?:token|indent|eof)|parse error/i],
  [
    'no_match',
    /did not appear|could not find the (?:exact )?text|text to replace|no match(?:es)? (?:found )?for the/i,
  ],
  ['ambiguous', /multiple (?:occurrences|matches)|more than one (?:occurrence|match)|not unique/i],
  [
    'missing_command',
    /command not found|not recognized as an? (?:internal|cmdlet)|executable file not found/i,
  ],
  ['missing_module', /modulenotfounderror|no module named|cannot find module|importerror/i],
  ['not_found', /not found|no such file|does ?n[o']t exist|cannot find|can't open|directory nonexistent/i],
  ['timeout', /timed? ?out|deadline exceeded/i],
  [
    'network',
    /econnrefused|network is unreachable|connection (?:refused|aborted|reset)|status code [45]\d\d/i,
  ],
  ['type_error', /type ?error|is not assignable|error ts\d+/i],
  ['assertion', /assertion ?error|\bassert\b|tests? failed/i],
  [
    'bad_usage',
    /^usage:|invalid (?:argument|option|parameter|value|`?view_range)|unknown (?:option|command|action)/im,
  ],
];

/** Which obstacle the text speaks of: `not_found`, `syntax_error`, … */
export function classifyError(text: string): string {
  return classes.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}
