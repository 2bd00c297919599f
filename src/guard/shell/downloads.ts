// Where `curl` and `wget` put what they fetch.
import { posix } from 'node:path';
import type { Call } from './call.js';
import type { Field } from './field.js';
import { literalField, unknownField } from './field.js';
import type { Options } from './options.js';
import { splitOptions } from './options.js';

const CURL_VALUED = (
  'o output output-dir c cookie-jar D dump-header trace trace-ascii stderr K config hsts etag-save libcurl ' +
  'H header d data data-binary data-raw data-urlencode X request u user A user-agent e referer b cookie F form ' +
  'm max-time connect-timeout retry retry-delay x proxy E cert key cacert w write-out T upload-file r range url ' +
  'C continue-at limit-rate resolve json'
).split(' ');
const CURL_FILES =
  'o output c cookie-jar D dump-header trace trace-ascii stderr hsts etag-save libcurl'.split(' ');
const WGET_VALUED = (
  'O output-document o output-file a append-output P directory-prefix U user-agent t tries T timeout w wait ' +
  'header post-data i input-file save-cookies load-cookies user password e execute A R D l Q warc-file rejected-log'
).split(' ');
const WGET_FILES =
  'O output-document o output-file a append-output save-cookies warc-file rejected-log'.split(' ');

export function readCurl(call: Call): void {
  const options = splitOptions(call.args, { valued: CURL_VALUED, known: ['remote-name', 'remote-name-all'] });
  const directory = options.values.get('output-dir')?.[0];
  writeFiles(call, options, CURL_FILES, directory);
  if (['O', 'remote-name', 'remote-name-all'].some((name) => options.flags.has(name))) {
    writeUrls(call, options, directory);
  }
  if (options.flags.has('K') || options.flags.has('config')) {
    call.reader.findings.addDoubt('dynamic-target', 'What curl writes is said by a file of options.');
  }
}

export function readWget(call: Call): void {
  const options = splitOptions(call.args, {
    valued: WGET_VALUED,
    known: ['use-askpass', 'recursive', 'mirror'],
  });
  const directory = (options.values.get('P') ?? options.values.get('directory-prefix'))?.[0];
  writeFiles(call, options, WGET_FILES, undefined);
  const { flags } = options;
  if (flags.has('O') || flags.has('output-document') || flags.has('spider')) return;
  if (['r', 'm', 'recursive', 'mirror', 'i', 'input-file'].some((name) => flags.has(name))) {
    call.reader.findings.addDoubt('dynamic-target', 'Which files wget writes is not known.');
    call.reader.findings.addPath(null, 'write', 'wget');
    return;
  }
  writeUrls(call, options, directory);
}

function writeFiles(
  call: Call,
  options: Options,
  names: readonly string[],
  directory: Field | undefined,
): void {
  if (options.open) {
    call.reader.findings.addDoubt('dynamic-target', `Whether ${call.program} writes a file is not known.`);
  }
  for (const name of names) {
    for (const file of options.values.get(name) ?? []) {
      if (file.value === '-' || file.value === '%') continue;
      call.reader.findings.addWrite(call.state, placeIn(directory, file), 'write', call.program);
    }
  }
}

function writeUrls(call: Call, { rest }: Options, directory: Field | undefined): void {
  for (const url of rest) {
    const path = url.value?.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/, '');
    const name = path === undefined || !path.includes('/') ? '' : posix.basename(path);
    const file = url.value === null ? unknownField(url.raw) : literalField(name || 'index.html', url.raw);
    call.reader.findings.addWrite(call.state, placeIn(directory, file), 'write', call.program);
  }
}

function placeIn(directory: Field | undefined, file: Field): Field {
  if (directory === undefined || file.value === null) return file;
  if (directory.value === null) return unknownField(directory.raw);
  return literalField(posix.join(directory.value, file.value), file.raw);
}
