// What programs write, as data: which of their words are files, and which options decide it.
import type { ShellWrite } from '../contract.js';

export interface WritingProgram {
  readonly how: ShellWrite['how'];
  /** Which plain words name what it writes. */
  readonly targets: 'all' | 'first' | 'second' | 'last' | 'after-first' | 'none';
  /** Options that take a value of no interest, without dashes. */
  readonly valued?: string;
  /** Options whose value is a file that is written. */
  readonly into?: string;
  /** Options without which the plain words are only read. */
  readonly only?: string;
  /** Options with which the plain words are only read. */
  readonly unless?: string;
  /** Options that make it add to the end. */
  readonly append?: string;
}

const COMPILER: WritingProgram = { how: 'write', targets: 'none', into: 'o' };
const IN_PLACE: WritingProgram = { how: 'write', targets: 'all' };
const PACKER: WritingProgram = {
  how: 'move',
  targets: 'all',
  unless: 'c stdout to-stdout t test l list V version h help',
  valued: 'S suffix',
};
const FIXER: WritingProgram = {
  how: 'write',
  targets: 'all',
  only: 'fix write w fix-dry-run fix-all apply unsafe',
  into: 'o output-file',
  valued: 'c config ext rulesdir format f parser plugin ignore-path max-warnings rule log-level config-path',
};

const TABLE: Readonly<Record<string, WritingProgram>> = {
  rm: { how: 'delete', targets: 'all' },
  rmdir: { how: 'delete', targets: 'all' },
  unlink: { how: 'delete', targets: 'all' },
  trash: { how: 'delete', targets: 'all' },
  rimraf: { how: 'delete', targets: 'all' },
  del: { how: 'delete', targets: 'all' },
  shred: { how: 'delete', targets: 'all', valued: 'n s iterations size random-source' },
  touch: { how: 'write', targets: 'all', valued: 'd t r date reference' },
  mkdir: { how: 'write', targets: 'all', valued: 'm mode' },
  mkdirp: { how: 'write', targets: 'all' },
  mkfifo: { how: 'write', targets: 'all', valued: 'm mode' },
  mknod: { how: 'write', targets: 'first', valued: 'm mode' },
  truncate: { how: 'write', targets: 'all', valued: 's size r reference' },
  fallocate: { how: 'write', targets: 'all', valued: 'l o length offset' },
  tee: { how: 'write', targets: 'all', append: 'a append' },
  sponge: { how: 'write', targets: 'all', append: 'a' },
  chmod: { how: 'mode', targets: 'after-first', valued: 'reference' },
  chown: { how: 'mode', targets: 'after-first', valued: 'reference from' },
  chgrp: { how: 'mode', targets: 'after-first', valued: 'reference' },
  chattr: { how: 'mode', targets: 'after-first' },
  setfacl: { how: 'mode', targets: 'all', valued: 'm x M X modify remove' },
  setfattr: { how: 'mode', targets: 'all', valued: 'n v x name value remove' },
  xattr: { how: 'mode', targets: 'last', only: 'w d c' },
  sort: {
    how: 'write',
    targets: 'none',
    into: 'o output',
    valued: 'k t S T key field-separator buffer-size temporary-directory parallel batch-size files0-from',
  },
  shuf: { how: 'write', targets: 'none', into: 'o output', valued: 'n i head-count input-range' },
  uniq: { how: 'write', targets: 'second', valued: 'f s w skip-fields skip-chars check-chars' },
  iconv: { how: 'write', targets: 'none', into: 'o output', valued: 'f t from-code to-code' },
  split: { how: 'write', targets: 'second', valued: 'b C l n a t bytes lines number suffix-length' },
  csplit: { how: 'write', targets: 'none', into: 'f prefix' },
  script: { how: 'write', targets: 'first', valued: 'c command', into: 'T log-timing O log-out I B' },
  strace: { how: 'write', targets: 'none', into: 'o output', valued: 'e p s' },
  ltrace: { how: 'write', targets: 'none', into: 'o output', valued: 'e p s' },
  gzip: PACKER,
  gunzip: PACKER,
  bzip2: PACKER,
  bunzip2: PACKER,
  xz: PACKER,
  unxz: PACKER,
  zstd: { ...PACKER, into: 'o' },
  zip: { how: 'write', targets: 'first', valued: 'b x i n P t tt' },
  jar: { how: 'write', targets: 'second', only: 'c u' },
  gcc: COMPILER,
  cc: COMPILER,
  clang: COMPILER,
  'g++': COMPILER,
  'clang++': COMPILER,
  'c++': COMPILER,
  ld: COMPILER,
  as: COMPILER,
  rustc: { ...COMPILER, into: 'o out-dir' },
  go: { ...COMPILER, into: 'o coverprofile cpuprofile memprofile' },
  objcopy: { how: 'write', targets: 'last' },
  strip: { how: 'write', targets: 'all', into: 'o' },
  javac: { how: 'write', targets: 'none', into: 'd', valued: 'cp classpath source target' },
  openssl: { how: 'write', targets: 'none', into: 'out keyout', valued: 'in' },
  gpg: { how: 'write', targets: 'none', into: 'o output', valued: 'r recipient u' },
  'ssh-keygen': { how: 'write', targets: 'none', into: 'f', valued: 't b C N P' },
  pandoc: { how: 'write', targets: 'none', into: 'o output', valued: 'f t from to' },
  xmllint: { how: 'write', targets: 'none', into: 'output o', valued: 'xpath schema' },
  dot: { how: 'write', targets: 'none', into: 'o', valued: 'T K' },
  convert: { how: 'write', targets: 'last' },
  ffmpeg: { how: 'write', targets: 'last', valued: 'i c f t ss' },
  yq: {
    how: 'write',
    targets: 'after-first',
    only: 'i inplace in-place',
    valued: 'o p output-format input-format',
  },
  gofmt: { how: 'write', targets: 'all', only: 'w', valued: 'r' },
  goimports: { how: 'write', targets: 'all', only: 'w' },
  rustfmt: { how: 'write', targets: 'all', unless: 'check', valued: 'config edition emit' },
  'clang-format': { how: 'write', targets: 'all', only: 'i', valued: 'style' },
  autopep8: { how: 'write', targets: 'all', only: 'i in-place', valued: 'max-line-length select ignore' },
  yapf: { how: 'write', targets: 'all', only: 'i in-place', valued: 'style' },
  black: { how: 'write', targets: 'all', unless: 'check diff version', valued: 'l t line-length config' },
  isort: { how: 'write', targets: 'all', unless: 'c check check-only diff version', valued: 'profile sp l' },
  pyupgrade: IN_PLACE,
  dos2unix: { how: 'write', targets: 'all', into: 'n' },
  unix2dos: { how: 'write', targets: 'all', into: 'n' },
  prettier: FIXER,
  eslint: FIXER,
  stylelint: FIXER,
  tslint: FIXER,
  standard: FIXER,
  xo: FIXER,
  biome: { ...FIXER, targets: 'after-first' },
  oxlint: FIXER,
  ruff: {
    ...FIXER,
    targets: 'after-first',
    valued: 'config select ignore line-length output-format target-version',
  },
  crontab: { how: 'write', targets: 'none', into: 'T' },
  ed: { how: 'write', targets: 'all', valued: 'p prompt' },
  red: IN_PLACE,
  ex: { how: 'write', targets: 'all', valued: 'c S cmd' },
  vi: { how: 'write', targets: 'all', valued: 'c S cmd u' },
  vim: { how: 'write', targets: 'all', valued: 'c S cmd u', into: 'w W' },
  nvim: { how: 'write', targets: 'all', valued: 'c S cmd u' },
  nano: { how: 'write', targets: 'all' },
  emacs: { how: 'write', targets: 'all', valued: 'l f eval load funcall' },
  sqlite3: { how: 'write', targets: 'first', unless: 'readonly', valued: 'cmd separator nullvalue init' },
  time: { how: 'write', targets: 'none', into: 'o output', valued: 'f format' },
  nodemon: { how: 'write', targets: 'none', valued: 'x exec e w watch' },
  wkhtmltopdf: { how: 'write', targets: 'last' },
  tsc: { how: 'write', targets: 'none', into: 'outFile outDir declarationDir', valued: 'p project' },
  esbuild: { how: 'write', targets: 'none', into: 'outfile outdir metafile' },
  pytest: { how: 'write', targets: 'none', into: 'junitxml junit-xml basetemp result-log debug' },
};

export function findWriter(program: string): WritingProgram | undefined {
  return Object.hasOwn(TABLE, program) ? TABLE[program] : undefined;
}
