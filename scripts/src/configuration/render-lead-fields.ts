/** The list of a lead's fields in the documentation, rendered from their table. */
import {
  leadFields,
  rowOf,
  trackingFields,
  type LeadFieldName,
  type Personal,
  type Receiver,
  type TrackingColumns,
  type ValueColumns,
} from '@sluice/contracts';
import { markdownTable } from 'markdown-table';

/** The page with the list, relative to the project. */
export const FIELDS_FILE = 'docs/reference/fields.md';

const heading = '## Where the fields of a lead go\n';

const opening = `
<!-- Rendered from the table of a lead's fields by \`npm run configuration\`; do not edit. -->

_Sent with_: submit, direct create, the changed data of a repost, bulk update. _Read as_: the keys of conditions, mapped fields and templates; each in snake case too, and each key of a map without its map as well. _Found_: how a search finds a lead by it. _Buyers_ without mapped fields receive it (\`isTest\` only if it is true). _Traces_: how much of it they show, as does the dashboard until somebody reveals it.
`;

const columns = ['field', 'sent with', 'read as', 'found', 'buyers', 'webhooks', 'Meta', 'TikTok', 'traces'];

/** The page with its list as the table has it. @throws Error if the page has no place for it */
export function withLeadFields(page: string): string {
  const [before, after] = page.split(heading);
  const end = after?.indexOf('\n## ') ?? -1;
  if (before === undefined || after === undefined || end < 0)
    throw new Error(`${FIELDS_FILE} has no section "${heading.trim()}" before another one.`);
  const rows = [
    ...(Object.keys(leadFields) as LeadFieldName[]).flatMap(rowsOf),
    ...Object.entries<TrackingColumns>(trackingFields).map(([name, { places, receivers, personal }]) => [
      ...[code(`${places[0]}.${name}`), '`attribution`', code(name), ''],
      ...[...marks(['buyers', ...receivers]), shown[personal]],
    ]),
  ];
  return `${before}${heading}${opening}\n${markdownTable([columns, ...rows])}\n${after.slice(end)}`;
}

function rowsOf(name: LeadFieldName): readonly (readonly string[])[] {
  const row = rowOf(name);
  const sent = Object.keys(row.in).join(', ');
  if ('parts' in row) {
    return Object.entries(row.parts).map(([part, says]) => [
      ...[code(`${name}.${part}`), sent, ...howRead(says)],
      ...[...marks([...row.receivers, ...says.receivers]), shown[says.personal]],
    ]);
  }
  if ('keys' in row)
    return [[code(name), sent, ...howRead(row), ...marks(row.receivers), shown[row.personal]]];
  if (!('sections' in row)) return [[code(name), sent, '', '', ...marks(row.receivers), '']];
  const read = row.sections.map((section) => code(`${section}.<key>`)).join(', ');
  return [[code(name), sent, read, '', ...marks(row.receivers), 'by the key']];
}

function howRead({ keys, search }: Pick<ValueColumns, 'keys' | 'search'>): readonly string[] {
  return [keys.map(code).join(', '), search === false ? '' : foundBy[search]];
}

function marks(receivers: readonly Receiver[]): readonly string[] {
  const each = ['buyers', 'webhooks', 'facebook', 'tiktok'] as const;
  return each.map((receiver) => (receivers.includes(receiver) ? '✓' : ''));
}

const foundBy = { name: 'by its words', email: 'whole', phone: 'by its digits', id: 'whole' } as const;

const shown: Readonly<Record<Personal, string>> = {
  nothing: 'whole',
  place: 'whole',
  name: 'first letter',
  email: 'first letter, domain',
  phone: 'last digits',
  birth: 'year',
  street: 'nothing',
  device: 'nothing',
  words: 'nothing',
};

const code = (text: string): string => `\`${text}\``;
