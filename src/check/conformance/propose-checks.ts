// For `init`: which checks fit this project, as a file to start from; and a workflow that runs them.

export interface CheckProposal {
  readonly sets: readonly string[];
  /** Why each of them, for the person who is asked. */
  readonly reasons: readonly string[];
  /** The text of `.agentforge/checks/project.yaml`. */
  readonly yaml: string;
}

const SCRIPT = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const ESLINT_CONFIG = /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\.(?:[cm]?js|json|ya?ml))?)$/;

/** `files` as `listProjectFiles` lists them. */
export function proposeChecks(files: readonly string[]): CheckProposal {
  const scripts = files.filter((path) => SCRIPT.test(path)).length;
  const sets = ['hygiene', 'secrets', ...(scripts > 0 ? ['typescript'] : [])];
  const hasEslint = hasEslintConfig(files);
  const hasTypes = files.includes('tsconfig.json');
  const reasons = [
    'hygiene: what nobody means to commit',
    'secrets: keys and passwords',
    ...(scripts > 0 ? [`typescript: ${scripts} TypeScript and JavaScript files`] : []),
    ...(hasEslint ? ["eslint: the project's own configuration"] : []),
  ];
  return { sets, reasons, yaml: renderProposal(sets, { hasEslint, hasTypes }) };
}

/** In the project's own folder, where ESLint would begin to look. */
export function hasEslintConfig(files: readonly string[]): boolean {
  return files.some((path) => ESLINT_CONFIG.test(path));
}

function renderProposal(sets: readonly string[], has: { hasEslint: boolean; hasTypes: boolean }): string {
  return `# What \`agentforge check\` looks for. Several files may lie here; ids are unique among all of them.
schema: 1

# Built-in sets: hygiene, secrets, typescript.
use: [${sets.join(', ')}]

# Checks of those sets that are not wanted, or that are given anew below.
# without: [file-length]

${has.hasEslint ? ESLINT : '# Checks of your own:\n# checks:\n'}${has.hasTypes ? TYPES : ''}${EXAMPLES}`;
}

const ESLINT = `checks:
  # The project's own ESLint with its own configuration.
  - id: eslint
    kind: eslint
    config: {}

# More kinds, to be uncommented and changed:
`;

const TYPES = `#   - {id: types, kind: command, severity: error, config: {command: [npx, tsc, --noEmit, --pretty, 'false']}}
`;

const EXAMPLES = `#   - {id: layers, kind: dependency, config: {layers: [{name: core, files: ['src/core/**']}, {name: app, files: ['src/app/**']}]}}
#   - {id: header, kind: regex, files: ['src/**/*.ts'], config: {require: '^// '}}
#   - {id: no-moment, kind: regex, files: ['src/**'], hint: Use date-fns., config: {forbid: "from 'moment'"}}
#   - {id: has-test, kind: file, files: ['src/**/*.ts'], config: {companion: 'test/{subdir}/{name}.test.ts'}}
#   - {id: semgrep, kind: sarif, config: {command: [semgrep, --sarif, '--sarif-output={report}'], file: '{report}'}}
#   - {id: own, kind: custom, config: {module: checks/own.mjs}}
`;

export const GITHUB_WORKFLOW_PATH = '.github/workflows/agentforge.yml';

/** For `init --ci github`: only violations that are not in the baseline fail; the code host shows all of them. */
export function renderGithubWorkflow(files: readonly string[]): string {
  const install = nameInstall(files);
  return `# Runs the checks in .agentforge/checks on every push and pull request.
name: AgentForge
on:
  push:
    branches: [main, master]
  pull_request:

permissions:
  contents: read
  security-events: write

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
${install === undefined ? '' : `      - run: ${install}\n`}      # The configuration comes from this repository, so it is trusted here.
      - run: npx --yes agentforge check --trust-project --format sarif --output agentforge.sarif
      - if: always()
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: agentforge.sarif
`;
}

const INSTALLS: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'corepack enable && pnpm install --frozen-lockfile'],
  ['yarn.lock', 'corepack enable && yarn install --immutable'],
  ['package-lock.json', 'npm ci'],
  ['package.json', 'npm install'],
];

function nameInstall(files: readonly string[]): string | undefined {
  return INSTALLS.find(([file]) => files.includes(file))?.[1];
}
