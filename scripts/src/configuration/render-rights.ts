/** Who may use which operation of the admin API, as the page on security lists it. */
import {
  adminEndpoints,
  adminRoles,
  adminStreams,
  mayAskAboutPeople,
  memberRoles,
  type AdminEndpoint,
  type AdminStream,
} from '@sluice/contracts';
import { markdownTable } from 'markdown-table';

/** The page with the table, relative to the project. */
export const SECURITY_FILE = 'docs/project/security.md';

const opening = 'Each operation, by its name without `admin`:\n\n';

/** The page with its table of rights as the declarations have it. @throws Error if the page has no place for it */
export function withRights(page: string): string {
  const [before, after] = page.split(opening);
  if (before === undefined || after === undefined)
    throw new Error(`${SECURITY_FILE} has no line "${opening.trim()}".`);
  const rest = after.slice(after.indexOf('\n\n'));
  return `${before}${opening}${markdownTable([['about', 'operations', 'operator', ...memberRoles], ...rows()])}${rest}`;
}

// Operations about the same with the same rights share a row.
function rows(): string[][] {
  const found = new Map<string, string[]>();
  for (const operation of [...adminEndpoints, ...adminStreams]) {
    const row = [
      operation.tag.replace('Admin: ', ''),
      operation.role,
      ...memberRoles.map((role) => mark(operation, role)),
    ];
    const key = JSON.stringify(row);
    found.set(key, [...(found.get(key) ?? []), operation.operationId.replace(/^admin/, '')]);
  }
  return [...found]
    .map(([key, names]) => {
      const [about = '', ...rights] = JSON.parse(key) as string[];
      const named = names.sort().map((name) => `\`${name}\``);
      return [about, named.join(', '), ...rights];
    })
    .sort((a, b) => compare(orderOf(a), orderOf(b)));
}

// By subject, then from what most may use to what fewest may, then by the first name: nothing else moves a row.
function orderOf([about = '', names = '', operator, ...members]: readonly string[]): string {
  const role = adminRoles.findIndex((one) => one === operator);
  const closed = members.filter((mark) => mark === '–').length;
  return [about, role, closed, names].join(' ');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function mark(
  { members, asksAboutPeople, showsPeople }: AdminEndpoint | AdminStream,
  role: (typeof memberRoles)[number],
): string {
  if (!members.includes(role)) return '–';
  const aboutPeople = asksAboutPeople !== undefined || showsPeople === true;
  return aboutPeople && mayAskAboutPeople(role) ? '✓✓' : '✓';
}
