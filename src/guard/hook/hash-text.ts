// SHA-256 where it is seldom needed: loading cryptography takes longer than judging a call.

export async function hashText(text: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256').update(text).digest('hex');
}
