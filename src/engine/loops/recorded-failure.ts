// Did a recorded step fail? Told from its exit code where it names one, else from its first and last lines.

const exitCodes: readonly RegExp[] = [
  /<returncode>\s*(-?\d+)/,
  /^exit code:?\s*(-?\d+)/im,
  /exited with (?:exit )?(?:code|status) (-?\d+)/i,
];

const failingLine =
  /^(?:\S+: )?(?:error|fatal|usage|traceback|exception|invalid|cannot|could not|failed|unable|please (?:always )?provide)\b|^(?:\w+\.)*\w*(?:Error|Exception)\b|no such file or directory|command not found|\bnot found\.?$|permission denied|timed out|new syntax error|changes have not been applied|no replacement was performed|no changes made/i;

const redSummary = /\b[1-9]\d* (?:failed|failures?|errors?)\b|^FAILED\b/im;

/** The lines that tell of the failure, or undefined when it succeeded. */
export function findFailure(observation: string, measures: boolean, error?: string): string | undefined {
  const lines = observation.split('\n').filter((line) => line.trim() !== '');
  const told = [...lines.slice(0, 6), ...lines.slice(-3)].join('\n').slice(0, 2_000);
  if (error !== undefined) return error.slice(0, 2_000);
  const code = exitCodes.map((pattern) => pattern.exec(told)?.[1]).find((found) => found !== undefined);
  if (code !== undefined) return Number(code) === 0 ? undefined : told;
  // Content that was read may speak of errors; only how the answer begins says whether reading worked.
  const speaking = measures ? [...lines.slice(0, 2), ...lines.slice(-3)] : lines.slice(0, 2);
  if (speaking.some((line) => failingLine.test(line.trim()))) return told;
  return measures && redSummary.test(told) ? told : undefined;
}

/** What came back without the frame a tool puts around it. */
export function removeFrame(observation: string): string {
  return observation
    .replace(/<returncode>\s*-?\d+\s*<\/returncode>|<\/?(?:output|warning|output_head|output_tail)>/g, '')
    .replace(/^exit code:?\s*-?\d+$|^std(?:out|err):|^\(no output\)$|^command exited with code \d+$/gim, '')
    .trim();
}
