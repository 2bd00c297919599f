// What planning an action may look at, taken from a session.
import type { ActionView, FileRead } from './actions/index.js';
import { listMeans } from './context/index.js';
import type { TaskSession } from './session.js';

export function createActionView(session: TaskSession): ActionView {
  const { runtime, spec, type, task, redactor } = session;
  let files: readonly string[] | undefined;
  return {
    state: session.state,
    spec,
    type,
    readFile: (path): FileRead => {
      const file = runtime.workspace.read(path);
      // Placeholders in the reply can only be restored once their secrets have been seen in this process.
      if (file.ok) redactor.learn(file.text, file.path);
      return file;
    },
    listFiles: () => (files ??= runtime.workspace.listFiles()),
    redact: (text, path) => redactor.redact(text, path),
    restore: (text) => redactor.restore(text),
    missing: (text) => redactor.missing(text),
    readBlob: async (hash) => Buffer.from(await runtime.store.getBlob(task, hash)).toString('utf8'),
    ...listMeans(session),
    code: async () => runtime.conformance?.code(),
  };
}
