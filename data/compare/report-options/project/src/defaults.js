export const DEFAULTS = {
  title: 'Report',
  columns: ['name', 'total'],
  filters: [],
  format: { currency: 'EUR', digits: 2 },
};
