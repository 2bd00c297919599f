/** Lines of `name = value`; empty ones and those behind a `;` say nothing. */
export function parseSettings(text) {
  const settings = {};
  text.split('\n').forEach((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith(';')) return;
    const at = trimmed.indexOf('=');
    if (at === -1) throw new SyntaxError(`line ${index + 1}: expected name = value`);
    settings[trimmed.slice(0, at).trim()] = parseValue(trimmed.slice(at + 1).trim());
  });
  return settings;
}

function parseValue(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
