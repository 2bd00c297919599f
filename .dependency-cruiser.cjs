// The direction rule of ARCHITECTURE.md: imports go only to rooms further left, and only through their door.
const order = [
  ['schema'],
  ['platform'],
  ['store', 'model', 'code', 'report', 'guard'],
  ['check', 'graph'],
  ['engine'],
  ['flows', 'fleet'],
  ['app'],
  ['cli', 'mcp', 'hooks', 'server'],
];
const rooms = order.flat();

const direction = order.flatMap((tier, index) =>
  tier.map((room) => {
    const allowed = order.slice(0, index).flat();
    return {
      name: `direction-${room}`,
      severity: 'error',
      comment: `${room} may import only from: ${allowed.join(', ') || 'nothing'}`,
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
    };
  }),
);
const doors = rooms.map((room) => ({
  name: `door-${room}`,
  severity: 'error',
  comment: `enter ${room} through src/${room}/index.ts`,
  from: { path: '^src/', pathNot: `^src/${room}/` },
  to: { path: `^src/${room}/`, pathNot: `^src/${room}/index\\.ts$` },
}));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    ...direction,
    ...doors,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
};
