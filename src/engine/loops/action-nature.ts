// What a recorded action does, told from its name and command text: recorded runs come without an action registry.

/**
 * `measure` runs something whose output is the point; `wait` looks at what changes by itself; `talk` only prints
 * its own words; `handover` passes the work to another role or ends it.
 */
export type ActionNature = 'mutate' | 'read' | 'measure' | 'wait' | 'talk' | 'handover';

export function natureOf(action: string, command: string | undefined): ActionNature {
  const name = toSnakeCase(action.slice(action.lastIndexOf('__') + 1));
  if (command === undefined) return natureOfName(name);
  if (isShell.test(name) || command.trimStart().startsWith(action)) return natureOfShell(command);
  // An editor tool with a subcommand: the subcommand says what it does.
  return natureOfName(/^\w+$/.test(command) ? command : name);
}

const isShell = /(?:^|_)(?:bash|sh|shell|terminal|console|powershell|run|exec|execute|command|cmd)$/;

/** Tried in this order; a name that fits none runs something. */
const names: readonly (readonly [ActionNature, RegExp])[] = [
  [
    'handover',
    /^(?:succeed|fail|submit|exit|finish|complete|hand|delegate|transfer|escalate|plan|task)(?:_|$)/,
  ],
  ['talk', /(?:^|_)(?:think|todo|note|message|say|reply|comment|echo|printf)(?:_|$)/],
  ['wait', /(?:^|_)(?:wait|sleep|poll|status|monitor|ps|pgrep|jobs|top|watch|ping|lsof|netstat|ss)(?:_|$)/],
  [
    'read',
    /^(?:read|view|open|goto|scroll|search|find|list|show|load|get|fetch|web|browse|glob|cat|ls|grep|rg)/,
  ],
  [
    'read',
    /(?:_|^)(?:read|view|search|find|list|fetch|screenshot|snapshot|cat|ls|[ef]?grep|rg|ag|head|tail|nl|awk|less|more|wc)$/,
  ],
  [
    'read',
    /^(?:file|tree|stat|du|df|diff|cmp|pwd|which|type|readlink|realpath|sort|uniq|cut|tr|jq|yq|xxd|od)$/,
  ],
  [
    'mutate',
    /(?:^|_)(?:edit|write|create|insert|replace|append|delete|remove|rename|move|patch|apply|undo)(?:_|$)/,
  ],
  ['mutate', /^(?:rm|mv|cp|mkdir|touch|tee|chmod|chown|ln|truncate|unzip|extract|simplify|multiedit)(?:_|$)/],
];

function natureOfName(name: string): ActionNature {
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'measure';
}

/** Of a compound command the part with the most effect decides. */
const byEffect: readonly ActionNature[] = ['handover', 'mutate', 'wait', 'measure', 'read', 'talk'];

function natureOfShell(command: string): ActionNature {
  const script = removeQuoted(command);
  if (/>{1,2}\s*(?!&|\/dev\/null)[\w./~$Q]/.test(script)) return 'mutate';
  const parts = script
    .split(/&&|\|\||[;|\n&]/)
    .map(toWords)
    .filter((words) => words.length > 0);
  const effective = parts.filter(
    ([first]) => first !== undefined && !/^(?:cd|export|source|set|true)$/.test(first),
  );
  // Changing the directory changes what the next command sees.
  if (effective.length === 0) return 'mutate';
  const natures = new Set(effective.map(natureOfWords));
  return byEffect.find((nature) => natures.has(nature)) ?? 'measure';
}

const subcommandsThatMutate: Readonly<Record<string, RegExp>> = {
  sed: /^-\w*i|^--in-place/,
  perl: /^-\w*i/,
  git: /^(?:add|commit|checkout|apply|stash|reset|restore|revert|rm|mv|clean|merge|rebase|switch|pull|clone|init)$/,
};
const installs = /^(?:install|uninstall|add|remove|update|upgrade|ci)$/;
const packageManagers = /^(?:pip3?|npm|yarn|pnpm|apt|apt-get|brew|conda|gem|uv)$/;

function natureOfWords([first = '', ...rest]: readonly string[]): ActionNature {
  const name = first.slice(first.lastIndexOf('/') + 1);
  const mutating = subcommandsThatMutate[name];
  if (mutating !== undefined) return rest.some((word) => mutating.test(word)) ? 'mutate' : 'read';
  if (packageManagers.test(name) && installs.test(rest[0] ?? '')) return 'mutate';
  // An editor tool called like a program.
  if (/_editor$/.test(name)) return natureOfName(rest[0] ?? name);
  return natureOfName(toSnakeCase(name));
}

function toWords(part: string): readonly string[] {
  const words = part.trim().split(/\s+/).filter(Boolean);
  const start = words.findIndex(
    (word) => !/^(?:\w+=.*|sudo|env|nohup|time|timeout|\d+[smh]?|\(|\{)$/.test(word),
  );
  return start < 0 ? [] : words.slice(start);
}

/** Text in quotes and here-documents is data: a `>` or a `rm` in it is not a command. */
function removeQuoted(command: string): string {
  return command
    .replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?(?:\n\2\b|$)/g, '$3')
    .replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, 'Q');
}

function toSnakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toLowerCase();
}
