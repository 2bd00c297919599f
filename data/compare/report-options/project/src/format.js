const SYMBOLS = { EUR: '€', USD: '$', GBP: '£' };

export function formatAmount(value, { currency, digits }) {
  return `${value.toFixed(digits)} ${SYMBOLS[currency] ?? currency}`;
}

export function alignColumns(rows) {
  const widths = rows.reduce(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => row.map((cell, index) => cell.padEnd(widths[index])).join('  ').trimEnd());
}
