import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMatch } from '../src/match.js';
import { countStandings } from '../src/standings.js';
import { leagueTable } from '../src/table.js';

test('reads a match', () => {
  assert.deepEqual(parseMatch('Red Lions 3:1 Bears'), { home: 'Red Lions', away: 'Bears', homeGoals: 3, awayGoals: 1 });
});

test('counts points and goals', () => {
  const [lions, bears] = countStandings([parseMatch('Lions 3:1 Bears'), parseMatch('Bears 2:2 Lions')]);
  assert.deepEqual(lions, { team: 'Lions', played: 2, points: 4, scored: 5, conceded: 3 });
  assert.equal(bears.points, 1);
});

test('makes a table', () => {
  const table = leagueTable('Lions 2:0 Bears\n\nFoxes 0:1 Lions\n');
  assert.deepEqual(table[0], { place: 1, team: 'Lions' });
});
