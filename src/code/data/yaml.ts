// YAML: every document of the stream, duplicate keys included.
import type { Diagnostic } from '../../schema/index.js';
import type { LanguageProvider } from '../language-provider.js';
import { locateOffset } from '../text-position.js';

/** Helm, Jinja and the like: the file is a program that prints YAML, and only its output could be judged. */
const TEMPLATE = /\{\{|\{%/;
const MAX_DIAGNOSTICS = 20;

export const yamlProvider: LanguageProvider = {
  async checkSyntax(path, text) {
    const { parseAllDocuments } = await import('yaml');
    const documents = parseAllDocuments(text, { prettyErrors: false, uniqueKeys: true });
    const errors = 'empty' in documents ? [] : documents.flatMap((document) => document.errors);
    if (errors.length > 0 && TEMPLATE.test(text)) return undefined;
    return errors.slice(0, MAX_DIAGNOSTICS).map(
      (error): Diagnostic => ({
        file: path,
        ...locateOffset(text, error.pos[0]),
        code: error.code,
        severity: 'error',
        message: error.message,
      }),
    );
  },
};
