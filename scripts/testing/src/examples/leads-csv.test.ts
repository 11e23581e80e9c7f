import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { leadsCsv } from './leads-csv.js';
import { plannedCounts } from './leads-plan.js';

type Row = Record<string, string>;

const committed = readFileSync(new URL('../../../../examples/leads.csv', import.meta.url), 'utf8');
const rows = parse<Row>(committed, { columns: true });
const cell = (row: Row, column: string): string => row[column] ?? '';

/** An independent check that knows the interface's rules and nothing of how the rows were generated. */
function isRefused(row: Row): boolean {
  const wellFormed: Record<string, RegExp> = {
    firstName: /./,
    lastName: /./,
    email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    phone: /^[\d\s().+-]{10,}$/,
    country: /^([A-Z]{2})?$/,
    dateOfBirth: /^(\d{4}-\d{2}-\d{2})?$/,
  };
  return Object.entries(wellFormed).some(([column, shape]) => !shape.test(cell(row, column)));
}

const callingCodes: Record<string, string> = {
  US: '1',
  CA: '1',
  GB: '44',
  DE: '49',
  FR: '33',
  AU: '61',
  MX: '52',
  IN: '91',
};

function phoneOf(row: Row): string {
  const written = cell(row, 'phone');
  const digits = written.replace(/\D/g, '');
  return written.startsWith('+')
    ? digits
    : `${callingCodes[cell(row, 'country') || 'US']}${digits.replace(/^0/, '')}`;
}

const emailOf = (row: Row): string => cell(row, 'email').trim().toLowerCase();

const accepted = rows.filter((row) => !isRefused(row));
const notInjured = accepted.filter((row) => cell(row, 'questionnaire.injury').trim().toLowerCase() === 'no');
const contenders = accepted.filter((row) => !notInjured.includes(row));

/**
 * Counts the `leads` whose phone or email is already held by an earlier accepted lead, if they are decided one after
 * another.
 */
function countDuplicates(leads: readonly Row[]): number {
  const held = new Set<string>();
  let duplicates = 0;
  for (const lead of leads) {
    const claims = [phoneOf(lead), emailOf(lead)];
    if (claims.some((claim) => held.has(claim))) duplicates += 1;
    else for (const claim of claims) held.add(claim);
  }
  return duplicates;
}

describe('examples/leads.csv', () => {
  it('equals the output of the generator, on every machine', () => {
    expect(leadsCsv()).toBe(committed);
    expect(leadsCsv()).toBe(leadsCsv());
  });

  it('has one row per line, so that `wc -l` counts the leads', () => {
    expect(rows).toHaveLength(plannedCounts.rows);
    expect(committed.trimEnd().split('\n')).toHaveLength(plannedCounts.rows + 1);
    expect(plannedCounts.rows).toBe(1000);
  });

  it('has exactly the planned invalid rows', () => {
    expect(rows.length - accepted.length).toBe(plannedCounts.refused);
    expect(accepted).toHaveLength(plannedCounts.accepted);
  });

  it('has exactly the planned people who were not injured, and no other lead has their number or address', () => {
    expect(notInjured).toHaveLength(plannedCounts.disqualified);
    expect(countDuplicates([...contenders, ...notInjured])).toBe(plannedCounts.duplicate);
  });

  it('has the same number of duplicates in any order of the leads', () => {
    expect(countDuplicates(contenders)).toBe(plannedCounts.duplicate);
    expect(countDuplicates(contenders.toReversed())).toBe(plannedCounts.duplicate);
    const byEmail = [...contenders].sort((one, other) => (emailOf(one) < emailOf(other) ? -1 : 1));
    expect(countDuplicates(byEmail)).toBe(plannedCounts.duplicate);
    expect(contenders.length - plannedCounts.duplicate).toBe(plannedCounts.delivered);
  });

  it('has no two identical rows, so that an Idempotency-Key made from a row is unique', () => {
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });

  it('contains only reserved email domains', () => {
    for (const row of accepted) expect(emailOf(row)).toMatch(/@example\.(com|org|net)$/);
  });
});
