// Reads what a program of the table writes from its words.
import type { ShellWrite } from '../contract.js';
import type { Call } from './call.js';
import type { Field } from './field.js';
import { shorten } from './findings.js';
import type { Options } from './options.js';
import { hasOption, splitOptions, takeValues, toNames } from './options.js';
import type { WritingProgram } from './writers.js';
import { findWriter } from './writers.js';

export function readWriter(call: Call): void {
  const rule = findWriter(call.program);
  if (rule !== undefined) readByRule(call, rule);
}

function readByRule(call: Call, rule: WritingProgram): void {
  const { program, state, args, reader } = call;
  const into = toNames(rule.into);
  const options = splitOptions(args, {
    valued: [...into, ...toNames(rule.valued)],
    known: [...toNames(rule.only), ...toNames(rule.append), ...toNames(rule.unless)],
  });
  const how = hasOption(options, rule.append) ? 'append' : rule.how;
  for (const field of takeValues(options, rule.into)) {
    if (field.value !== '-') reader.findings.addWrite(state, field, 'write', program);
  }
  doubtOpenOptions(call, rule, options);
  writeRest(call, rule, options, how);
}

/** Where an option decides whether anything is written, a word that may be one leaves it open. */
function doubtOpenOptions(call: Call, rule: WritingProgram, options: Options): void {
  if (!options.open || (rule.only === undefined && rule.into === undefined)) return;
  const open = call.args.filter(({ value }) => value === null).map(({ raw }) => raw);
  call.reader.findings.addDoubt(
    'dynamic-target',
    `Whether ${call.program} writes is not known: ${shorten(open.join(' '))} may hold an option.`,
  );
}

function writeRest(call: Call, rule: WritingProgram, options: Options, how: ShellWrite['how']): void {
  if (hasOption(options, rule.unless)) return;
  if (rule.only !== undefined && !hasOption(options, rule.only)) return;
  for (const field of chooseTargets(options.rest, rule.targets)) {
    if (field.value !== '-') call.reader.findings.addWrite(call.state, field, how, call.program);
  }
}

function chooseTargets(rest: readonly Field[], targets: WritingProgram['targets']): readonly Field[] {
  if (targets === 'all') return rest;
  if (targets === 'first') return rest.slice(0, 1);
  if (targets === 'second') return rest.slice(1, 2);
  if (targets === 'last') return rest.length > 1 ? rest.slice(-1) : [];
  return targets === 'after-first' ? rest.slice(1) : [];
}
