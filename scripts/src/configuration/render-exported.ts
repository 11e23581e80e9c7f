/** What an export contains, as the page on retention lists it: its kinds, and where each may hold personal data. */
import { exportKinds, personalPaths } from '@sluice/contracts';
import { markdownTable } from 'markdown-table';

/** The page with the lists, relative to the project. */
export const RETENTION_FILE = 'docs/run/retention.md';

const opening = 'The first line lists the paths of personal data by kind (`personal`):\n\n';

/** The page with its table of paths as the declarations have it. @throws Error if the page has no place for it */
export function withExported(page: string): string {
  const [before, after] = page.split(opening);
  if (before === undefined || after === undefined)
    throw new Error(`${RETENTION_FILE} has no line "${opening.trim()}".`);
  const rows = exportKinds.map((kind) => [code(kind), personalPaths[kind].map(code).join(', ')]);
  const rest = after.slice(after.indexOf('\n\n'));
  return `${before}${opening}${markdownTable([['kind', 'paths'], ...rows])}${rest}`;
}

const code = (text: string): string => `\`${text}\``;
