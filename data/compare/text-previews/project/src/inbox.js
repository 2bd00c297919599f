import { highlight } from './highlight.js';
import { initials, preview } from './preview.js';

export function listMessages(messages, { search = '', limit = 30 } = {}) {
  return messages.map(({ from, text }) => {
    const short = preview(text, limit);
    return `${initials(from)}: ${search === '' ? short : highlight(short, search)}`;
  });
}
