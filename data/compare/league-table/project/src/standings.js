import { pointsFor } from './match.js';

function emptyRow(team) {
  return { team, played: 0, points: 0, scored: 0, conceded: 0 };
}

/** One row for each team, in the order in which they first played. */
export function countStandings(matches) {
  const rows = new Map();
  const add = (team, own, other) => {
    const row = rows.get(team) ?? emptyRow(team);
    rows.set(team, {
      ...row,
      played: row.played + 1,
      points: row.points + pointsFor(own, other),
      scored: row.scored + own,
      conceded: row.conceded + other,
    });
  };
  for (const { home, away, homeGoals, awayGoals } of matches) {
    add(home, homeGoals, awayGoals);
    add(away, awayGoals, homeGoals);
  }
  return [...rows.values()];
}
