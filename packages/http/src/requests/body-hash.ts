/** Whether two bodies are the same: by what they say, however it is spelled. */
import { maxBodyDepth } from '@sluice/contracts';
import { hash } from 'node:crypto';

/** The same for every spelling of one JSON: another order of keys, other spaces, escapes, or digits of a number. */
export function bodyHash(json: unknown): string {
  return hash('sha256', written(json, 0), 'base64url');
}

// One spelling of a JSON value, with the keys sorted at each level. A text stands behind its length instead of in quotes,
// because every body with a key is hashed, and escaping would take twice as long.
function written(value: unknown, depth: number): string {
  if (typeof value === 'string') return `"${value.length}:${value}`;
  if (typeof value !== 'object' || value === null) return `${String(value)};`;
  // A body is refused for what is nested deeper, which could exhaust the stack.
  if (depth > maxBodyDepth) return '';
  if (Array.isArray(value)) {
    let items = '[';
    for (const item of value) items += written(item, depth + 1);
    return `${items}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const key of Object.keys(members).sort()) {
    text += `${key.length}:${key}${written(members[key], depth + 1)}`;
  }
  return `${text}}`;
}
