// Syntax of one Python file, asked of the interpreter's own parser; nothing of the file is executed.
import { execFile } from 'node:child_process';
import { z } from 'zod';
import type { Diagnostic } from '../../schema/index.js';

const TIMEOUT_MS = 15_000;

/** Bytes from stdin, so that an encoding declaration counts; one line of JSON out, null when it parses. */
const SCRIPT = `
import ast, json, sys, warnings
warnings.simplefilter("ignore")
fault = None
try:
    ast.parse(sys.stdin.buffer.read())
except SyntaxError as error:
    fault = {"line": error.lineno, "column": error.offset, "message": error.msg, "code": type(error).__name__}
except ValueError as error:
    fault = {"line": None, "column": None, "message": str(error), "code": "ValueError"}
print(json.dumps({"fault": fault}))
`;

const Answer = z.object({
  fault: z
    .object({
      line: z.number().int().nullable(),
      column: z.number().int().nullable(),
      message: z.string(),
      code: z.string(),
    })
    .nullable(),
});

export async function checkPythonSyntax(path: string, text: string): Promise<Diagnostic[] | undefined> {
  const answer = await askInterpreter(text);
  if (answer === undefined) return undefined;
  if (answer.fault === null) return [];
  const { line, column, message, code } = answer.fault;
  return [
    {
      file: path,
      ...(line === null ? {} : { line: Math.max(line, 1) }),
      ...(column === null ? {} : { column: Math.max(column, 1) }),
      code,
      severity: 'error',
      message,
    },
  ];
}

/** Undefined when there is no working python3: a missing tool is no verdict about the file. */
function askInterpreter(text: string): Promise<z.infer<typeof Answer> | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      'python3',
      ['-I', '-c', SCRIPT],
      // Away from the project, so that neither its modules nor its version files take part.
      { cwd: '/', env: { PATH: process.env.PATH, HOME: process.env.HOME }, timeout: TIMEOUT_MS },
      (error, stdout) => resolve(error === null ? parseAnswer(stdout) : undefined),
    );
    // A process that is already gone closes the pipe; the callback above tells the outcome.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(text);
  });
}

function parseAnswer(stdout: string): z.infer<typeof Answer> | undefined {
  try {
    return Answer.safeParse(JSON.parse(stdout)).data;
  } catch {
    return undefined;
  }
}
