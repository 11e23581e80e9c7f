/** What generated pages are made of. */
import { markdownTable } from 'markdown-table';

/** The first lines of a page that is generated as a whole. */
export function opened(title: string, ...paragraphs: readonly string[]): string {
  const mark = '<!-- Rendered by `npm run configuration`; do not edit. -->';
  return [`# ${title}`, mark, ...paragraphs].join('\n\n').concat('\n');
}

export const code = (text: string): string => `\`${text}\``;

/** A table; a cell may hold any text on one line. */
export function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${markdownTable([heading, ...rows.map((row) => row.map(cell))])}\n`;
}

/** A block of JSON, as the formatter writes it: objects on lines of their own, short lists on one. */
export function json(value: unknown): string {
  return `\`\`\`json\n${written(value, '')}\n\`\`\`\n`;
}

const WIDTH = 110;

function written(value: unknown, indent: string, before = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const flat = `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
    const isPlain = items.every((item) => typeof item !== 'object' || item === null);
    if (items.length === 0 || (isPlain && before + flat.length < WIDTH)) return flat;
    return `[\n${items.map((item) => inner + written(item, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([name, each]) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    return start + written(each, inner, start.length);
  });
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Text that stands in a page as it is: angle brackets and braces outside of code are no markup. */
export function plain(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');
}

// The pipe ends a cell even in code.
function cell(text: string): string {
  return plain(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}
