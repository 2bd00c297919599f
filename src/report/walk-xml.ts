// Walks an XML document that may stand inside a log; entities are never expanded.
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import type { LineRange, Output } from './format.js';
import { createLineCounter } from './output.js';

export interface XmlVisitor {
  open(tag: SaxesTagPlain): void;
  text(text: string): void;
  close(name: string): void;
}

const CHUNK_CHARS = 65_536;

/** What is made of one document: the visitor that collects, and what it has in the end. */
export interface XmlReader<Value> extends XmlVisitor {
  finish(): Value | undefined;
}

/** Every document in a log that begins with the root (a global pattern); what is not well-formed is passed over. */
export function readDocuments<Value>(
  { text }: Output,
  root: RegExp,
  createReader: () => XmlReader<Value>,
): { value: Value; range: LineRange }[] {
  const found: { value: Value; range: LineRange }[] = [];
  const lineAt = createLineCounter(text);
  root.lastIndex = 0;
  for (let match = root.exec(text); match; match = root.exec(text)) {
    const reader = createReader();
    const { end, whole } = walkXml(text, match.index, reader);
    const value = whole ? reader.finish() : undefined;
    if (value !== undefined) found.push({ value, range: { from: lineAt(match.index), to: lineAt(end) } });
    root.lastIndex = end;
  }
  return found;
}

/** Where the document that begins at `start` ends, and whether it was whole: the first error ends the walk too. */
function walkXml(xml: string, start: number, visitor: XmlVisitor): { end: number; whole: boolean } {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let whole = false;
  parser.on('error', stop);
  parser.on('opentag', (tag) => {
    depth += 1;
    visitor.open(tag);
  });
  parser.on('text', (text) => visitor.text(text));
  parser.on('cdata', (text) => visitor.text(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    visitor.close(name);
    whole = depth === 0;
    if (whole) stop();
  });
  for (let at = start; at < xml.length; at += CHUNK_CHARS) {
    try {
      parser.write(xml.slice(at, at + CHUNK_CHARS));
    } catch {
      return { end: Math.max(start + 1, start + parser.position), whole };
    }
  }
  return { end: xml.length, whole };
}

/** The parser goes on to the end of what it was given unless it is thrown out: the rest of a log is not XML. */
function stop(): never {
  throw new Error('the document ends here');
}
