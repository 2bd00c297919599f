import { parseMatch } from './match.js';
import { places, rank } from './rank.js';
import { countStandings } from './standings.js';

/** The table of a season, from its results as text. */
export function leagueTable(text) {
  const matches = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseMatch);
  return places(rank(countStandings(matches)));
}
