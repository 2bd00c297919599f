// The part of a message that fits into one statement.

export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.trim() ?? '';
}
