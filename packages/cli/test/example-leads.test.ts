import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { exampleLeads } from '@sluice/testing';
import { parse } from 'csv-parse/sync';

type Row = Record<string, string>;

const committed = readFileSync(join(projectRoot, 'examples', 'leads.csv'), 'utf8');
const rows = parse<Row>(committed, { columns: true });
const cell = (row: Row, column: string): string => row[column] ?? '';

/** Knows only the interface's rules. */
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
  it('has one row per line, so that `wc -l` counts the leads', () => {
    expect(rows).toHaveLength(exampleLeads.rows);
    expect(committed.trimEnd().split('\n')).toHaveLength(exampleLeads.rows + 1);
  });

  it('has exactly the expected number of invalid rows', () => {
    expect(rows.length - accepted.length).toBe(exampleLeads.refused);
    expect(accepted).toHaveLength(exampleLeads.accepted);
  });

  it('has exactly the expected people who were not injured, and no other lead has their number or address', () => {
    expect(notInjured).toHaveLength(exampleLeads.disqualified);
    expect(countDuplicates([...contenders, ...notInjured])).toBe(exampleLeads.duplicate);
  });

  it('has the same number of duplicates in any order of the leads', () => {
    expect(countDuplicates(contenders)).toBe(exampleLeads.duplicate);
    expect(countDuplicates(contenders.toReversed())).toBe(exampleLeads.duplicate);
    const byEmail = [...contenders].sort((one, other) => (emailOf(one) < emailOf(other) ? -1 : 1));
    expect(countDuplicates(byEmail)).toBe(exampleLeads.duplicate);
    expect(contenders.length - exampleLeads.duplicate).toBe(exampleLeads.delivered);
  });

  it('has no two identical rows, so that an Idempotency-Key made from a row is unique', () => {
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  });

  it('contains only reserved email domains', () => {
    for (const row of accepted) expect(emailOf(row)).toMatch(/@example\.(com|org|net)$/);
  });
});
