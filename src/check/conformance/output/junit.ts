// JUnit XML: a suite for each check, a case for each violation, so that any CI shows them.
import type { Violation } from '../../../schema/index.js';
import { createToleratedFilter, describePlace, type CheckReport } from './report.js';

export function renderJunit(report: CheckReport): string {
  const checks = [...report.ran, ...report.failedToRun.map(({ id }) => id)];
  const suites = checks.map((id) => renderSuite(id, report));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="agentforge check">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function renderSuite(id: string, report: CheckReport): string {
  const found = report.violations.filter(
    ({ check, status }) => check === id && (status === 'open' || status === 'exempt'),
  );
  const failed = report.failedToRun.find((one) => one.id === id);
  const isTolerated = createToleratedFilter(report);
  const findSkip = (one: Violation): string | undefined =>
    one.status === 'exempt' ? (one.exemption ?? '') : isTolerated(one) ? 'in the baseline' : undefined;
  const cases = [
    ...found.map((one) => renderCase(one, findSkip(one))),
    ...(failed
      ? [
          renderElement('testcase', { name: id, classname: id }, [
            renderElement('error', { message: failed.error }, []),
          ]),
        ]
      : []),
  ];
  const passed = cases.length === 0 ? [renderElement('testcase', { name: id, classname: id }, [])] : cases;
  const skipped = found.filter((one) => findSkip(one) !== undefined).length;
  const counts = {
    name: id,
    tests: String(passed.length),
    failures: String(found.length - skipped),
    errors: failed ? '1' : '0',
    skipped: String(skipped),
  };
  return renderElement('testsuite', counts, passed);
}

/** `skip` says why it fails nothing. */
function renderCase(violation: Violation, skip: string | undefined): string {
  const place = describePlace(violation);
  const attributes = { name: `${place} ${violation.id}`, classname: violation.check, file: violation.path };
  if (skip !== undefined)
    return renderElement('testcase', attributes, [renderElement('skipped', { message: skip }, [])]);
  const text = [`${place}: ${violation.message}`, violation.hint]
    .filter((one) => one !== undefined)
    .join('\n');
  const failure = renderElement('failure', { message: violation.message, type: violation.severity }, [
    toXml(text),
  ]);
  return renderElement('testcase', attributes, [failure]);
}

function renderElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[],
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${toXml(value)}"`);
  const open = `<${name}${list.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
};

/** Characters that XML cannot hold at all are replaced. */
function toXml(text: string): string {
  return text
    .replace(/[&<>"'\n\t\r]/g, (character) => ENTITIES[character] ?? '')
    .replace(/[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�');
}
