// Finds `./order.ts` for an import of `./order.js`, and takes the types off. What was translated once is kept.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cache = new URL('../node_modules/.cache/typescript/', import.meta.url);

export async function resolve(specifier, context, next) {
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  return {
    format: 'module',
    source: await translate(readFileSync(new URL(url), 'utf8'), url),
    shortCircuit: true,
  };
}

async function translate(text, url) {
  const kept = new URL(`${createHash('sha256').update(url).update(text).digest('hex')}.js`, cache);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { default: ts } = await import('typescript');
  const compilerOptions = { target: 'es2022', module: 'esnext', inlineSourceMap: true, inlineSources: true };
  const fileName = fileURLToPath(url);
  const { outputText } = ts.transpileModule(text, {
    fileName,
    compilerOptions: ts.convertCompilerOptionsFromJson(compilerOptions, '.').options,
  });
  keep(kept, outputText);
  return outputText;
}

function keep(file, text) {
  try {
    mkdirSync(cache, { recursive: true });
    const temporary = new URL(`${file.href}.${process.pid}`);
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  } catch {
    // A folder that cannot be written only costs time.
  }
}
