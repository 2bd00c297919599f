const byPoints = (row) => row.points;
const byDifference = (row) => row.scored - row.conceded;
const byGoals = (row) => row.scored;

/** Best first: points, then goal difference, then goals; teams level in all keep their order. */
export function rank(rows) {
  return [...rows].sort(descending(byPoints, byDifference, byGoals));
}

function descending(...keys) {
  const keyOf = (row) => keys.map((key) => key(row)).join('|');
  return (a, b) => (keyOf(a) < keyOf(b) ? 1 : -1);
}

/** Teams that are level share a place, and the places after it are left out. */
export function places(ranked) {
  let place = 0;
  return ranked.map((row, index) => {
    const above = ranked[index - 1];
    const isLevel = above && [byPoints, byDifference, byGoals].every((key) => key(above) === key(row));
    if (!isLevel) place = index + 1;
    return { place, team: row.team };
  });
}
