/** `Lions 3:1 Bears` as data. */
export function parseMatch(line) {
  const match = /^(.+?) (\d+):(\d+) (.+)$/.exec(line.trim());
  if (!match) throw new SyntaxError(`not a match: ${line}`);
  const [, home, homeGoals, awayGoals, away] = match;
  return { home, away, homeGoals: Number(homeGoals), awayGoals: Number(awayGoals) };
}

export function pointsFor(own, other) {
  if (own > other) return 3;
  return own === other ? 1 : 0;
}
