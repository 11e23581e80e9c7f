/** The list of a lead's fields in the documentation, rendered from their table. */
import {
  leadFields,
  rowOf,
  trackingFields,
  type LeadField,
  type LeadFieldName,
  type Personal,
  type ValueColumns,
} from '@sluice/contracts';
import { markdownTable } from 'markdown-table';

/** The page with the list, relative to the project. */
export const FIELDS_FILE = 'docs/fields.md';

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
    ...Object.entries(trackingFields).map(([name, { places, ...says }]) => [
      code(`${places[0]}.${name}`),
      '`attribution`',
      code(name),
      '',
      ...valueCells({ ...says, buyer: true, webhooks: false }),
    ]),
  ];
  const list = markdownTable([columns, ...rows]);
  return `${before}${heading}${opening}\n${list}\n${after.slice(end)}`;
}

function rowsOf(name: LeadFieldName): readonly (readonly string[])[] {
  const row = rowOf(name);
  const sent = Object.keys(row.in).join(', ');
  const { buyer, webhooks } = row;
  if ('parts' in row) {
    return Object.entries(row.parts).map(([part, says]) => [
      ...[code(`${name}.${part}`), sent, ...howRead(says)],
      ...valueCells({ ...says, buyer, webhooks }),
    ]);
  }
  if ('keys' in row) {
    return [[code(name), sent, ...howRead(row), ...valueCells(row)]];
  }
  const given = [mark(buyer), mark(webhooks), '', ''];
  if (!('sections' in row)) return [[code(name), sent, '', '', ...given, '']];
  const read = row.sections.map((section) => code(`${section}.<key>`)).join(', ');
  return [[code(name), sent, read, '', ...given, 'by the key']];
}

function howRead({ keys, search }: Pick<ValueColumns, 'keys' | 'search'>): readonly string[] {
  return [keys.map(code).join(', '), search === false ? '' : foundBy[search]];
}

type Said = Pick<ValueColumns, 'platforms' | 'personal'> & Pick<LeadField, 'buyer' | 'webhooks'>;

function valueCells({ platforms, personal, buyer, webhooks }: Said): readonly string[] {
  const [meta, tiktok] = [platforms.includes('facebook'), platforms.includes('tiktok')];
  return [...[buyer, webhooks, meta, tiktok].map(mark), shown[personal]];
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
const mark = (is: boolean): string => (is ? '✓' : '');
