// The vocabulary that names are made and judged with.

export const WHOLE_WORDS: ReadonlyMap<string, string> = mapWords({
  arr: 'array',
  attr: 'attribute',
  attrs: 'attributes',
  cb: 'callback',
  ch: 'char',
  cfg: 'config',
  conf: 'config',
  ctx: 'context',
  cur: 'current',
  curr: 'current',
  desc: 'description',
  elem: 'element',
  elems: 'elements',
  err: 'error',
  errs: 'errors',
  idx: 'index',
  len: 'length',
  msg: 'message',
  num: 'number',
  obj: 'object',
  opt: 'option',
  opts: 'options',
  prev: 'previous',
  prop: 'property',
  props: 'properties',
  req: 'request',
  src: 'source',
  str: 'string',
  val: 'value',
  vals: 'values',
});

export const SINGULARS: ReadonlyMap<string, string> = mapWords({
  axes: 'axis',
  caches: 'cache',
  children: 'child',
  criteria: 'criterion',
  data: 'data',
  days: 'day',
  indexes: 'index',
  indices: 'index',
  keys: 'key',
  leaves: 'leaf',
  matrices: 'matrix',
  men: 'man',
  news: 'news',
  people: 'person',
  process: 'process',
  rows: 'row',
  series: 'series',
  toes: 'toe',
  vertices: 'vertex',
  windows: 'window',
});

export const VERBS = listWords(
  'abort accept accumulate acquire activate adapt add adjust advance aggregate align allocate allow analyze append apply ' +
    'approve arrange assemble assert assign attach authorize await balance bind block break broadcast buffer build bump cache ' +
    'calculate call cancel cap capture change charge check choose chunk clamp classify clean clear click clone close coerce ' +
    'collapse collect combine commit compact compare compile complete compose compress compute concat configure connect consume ' +
    'construct contain continue convert copy correct count cover create credit cut debit decide declare decode decorate decrease ' +
    'decrement deduct deduplicate defer define delay delegate delete deliver deny dequeue derive describe deserialize destroy ' +
    'detach detect determine disable discard disconnect dispatch drag hover pan snap zoom refuse rescue spawn simulate display dispose divide download draw drop dump duplicate emit ' +
    'enable encode encrypt end enqueue ensure enter enqueue enrich escape estimate evaluate execute exclude exit expand expect expire explain ' +
    'export expose extend extract fall fail fetch fill filter finalize find finish fix flag flatten flip flush focus fold follow ' +
    'force format forward free freeze gather generate get give go grant group grow guard guess handle hash hide highlight hold ' +
    'hoist hydrate identify ignore import increase increment indent index infer inform inherit initialize inject inline insert interpret inspect ' +
    'install instantiate interpolate intersect invalidate invert invoke issue iterate join jump keep kill label launch layout limit ' +
    'link list listen load locate lock log look loop lower make map mark match measure memoize merge migrate minify modify monitor mount ' +
    'move multiply mutate navigate negate normalize notify number observe obtain offset omit open optimize order output override ' +
    'overwrite pack pad paint parse partition pass patch pause peek perform persist pick pin place plan play poll pop populate ' +
    'post prefer prefix prepare prepend preserve prevent print process produce promote propagate protect provide prune publish pull ' +
    'purge push put query queue quote raise rank read rebuild receive recompute reconcile record recover redirect reduce refactor ' +
    'refine refresh refund register reject relate release reload remember remove rename render reorder repair repeat replace ' +
    'replay reply report request require reserve reset resize resolve respond restart restore restrict resume retain retrieve ' +
    'retry return reuse revert reverse rewind rewrite rotate round route run sample sanitize save scale scan schedule score scroll search ' +
    'backtrack bring chomp cleanup setup teardown grab honor hydrate lex mask massage narrow nudge pluck probe rearrange recurse respect seed shorten sniff stash steal swallow sweep tidy tweak unroll widen ' +
    'seek select send separate serialize serve set setup shift show shrink shuffle sign signal simplify simulate skip slice sort ' +
    'splice split squash spread stage stamp start stop store stream stringify strip submit subscribe substitute subtract suggest sum summarize suppress swap ' +
    'switch sync synchronize tag take tally terminate test throttle throw toggle tokenize total track transfer transform translate ' +
    'transpile traverse treat trigger trim truncate try turn unbind undo unescape unify uninstall unlink unlock unmount unpack unregister ' +
    'unset unsubscribe unwrap unzip update upgrade upload upsert use validate verify visit wait walk warn watch weigh wrap write yield zip',
);

export const GENERIC = listWords(
  'result results value values data item items element elements object array string number temp tmp out output ret res ' +
    'current next previous info thing arg args argument arguments param params input self that it entry key callback fn func function foo bar ' +
    'is has variable var ref flag bool boolean any unknown undefined null new old other rest acc accumulator memo start end length count util utils helper helpers lib common',
);

/** Short, but words. */
export const SHORT = listWords('ad db dom id io ip js os ox ts ui tv');

/** Nouns as often as verbs. */
export const AMBIGUOUS = listWords(
  'number order list index offset label place buffer record request total sample range group output query queue ' +
    'signal stage stream tag score plan test cache map match hash format call end exit import export return type set use block link',
);

export const ADJECTIVES = listWords(
  'bad good wrong big small large wide active inactive valid invalid empty ready open visible hidden dirty clean public private internal external optional strict ' +
    'loose verbose silent quiet async sync static dynamic global local recursive absolute relative final first last initial ' +
    'pending alive dead busy idle online offline stale fresh safe unsafe legal illegal true false positive negative zero even odd ' +
    'present missing absent same equal different unique known unknown abstract virtual plain simple complex raw pure partial full ' +
    'complete incomplete done inner outer left right top bottom modal native numeric alphabetic special reserved primary secondary ' +
    'greedy lazy eager secure anonymous constant mutable immutable ok late early important urgent free dry interactive production development ' +
    'flaky noisy handy pretty ugly heavy empty shaky sticky sloppy messy variadic generic atomic numeric automatic multiline whitespace draft seen frozen broken hidden shown gone own running loading closing',
);

export const NOT_ADJECTIVES = listWords(
  'need seed feed speed embed bed red variable table archive directive drive live five give',
);

/** There is no many of them. */
export const UNCOUNTABLE = listWords(
  'advice information info data metadata news feedback evidence progress equipment software hardware knowledge content ' +
    'output input text code markup traffic money time work help research whitespace punctuation indentation',
);

/** Verbs that describe what something was done to. */
export const PARTICIPLES = listWords(
  'grown shown known seen chosen written taken given found sent built kept left made read said told done gone broken drawn ' +
    'hidden fallen frozen stolen spoken lost held bound met paid sold run begun sunk wound cut put set',
);

/** Say how something compares, not what it is. */
export const COMPARATIVES = listWords(
  'less fewer greater higher lower bigger smaller larger longer shorter later earlier newer older better worse not no than',
);

/** What every script can use. */
export const GLOBAL_OBJECTS = listWords(
  'Array BigInt Boolean Buffer Date Error Infinity Intl JSON Map Math NaN Number Object Promise Proxy Reflect RegExp Set String Symbol URL WeakMap ' +
    'console document exports global globalThis module process require window',
);

export const OPPOSITES: ReadonlyMap<string, string> = mapWords({
  absent: 'present',
  active: 'inactive',
  clean: 'dirty',
  complete: 'incomplete',
  disabled: 'enabled',
  enabled: 'disabled',
  equal: 'different',
  even: 'odd',
  hidden: 'visible',
  inactive: 'active',
  invalid: 'valid',
  known: 'unknown',
  missing: 'present',
  odd: 'even',
  present: 'missing',
  safe: 'unsafe',
  same: 'different',
  sorted: 'unsorted',
  supported: 'unsupported',
  used: 'unused',
  valid: 'invalid',
  verified: 'unverified',
  visible: 'hidden',
});

export function listWords(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

function mapWords(words: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words));
}
