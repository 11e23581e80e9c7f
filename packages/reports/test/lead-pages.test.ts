/** Pages of leads in a store of 50,000: each is read from an index, and reads little more than it shows. */
import { randomInt } from 'node:crypto';
import type { SearchTerm } from '@sluice/domain';
import { ulidTime } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { openExplained } from '@sluice/testing/core';
import type { LeadFilter } from '../src/index.js';

const LEADS = 50_000;
const firstMs = Date.parse('2026-01-01T00:00:00Z');
/** One lead every ten seconds, for almost six days. */
const timeOf = (n: number) => firstMs + n * 10_000;
const leadId = (n: number) => `lead_${ulidTime(timeOf(n))}${String(n).padStart(16, '0')}`;
const pick = <T>(values: readonly T[]): T => values[randomInt(values.length)]!;

const world = duringTests(openExplained);
beforeAll(async () => {
  for (let start = 0; start < LEADS; start += 5_000) {
    await world.db.collection('leads').insertMany(
      Array.from({ length: 5_000 }, (_, index) => document(start + index)),
      { ordered: false, writeConcern: { w: 1, journal: false } },
    );
  }
}, 120_000);

const pages = () => world.core.reports.forTenant('demo').leads;

function document(n: number) {
  const at = new Date(timeOf(n));
  // Every tenth lead belongs to another tenant.
  const tenantId = n % 10 === 0 ? 'other' : 'demo';
  return {
    _id: `${tenantId}/${leadId(n)}` as never,
    tenantId,
    campaignId: pick(['AAAAA', 'BBBBB', 'CCCCC']),
    clientId: pick(['cli_a', 'cli_b']),
    offerId: pick(['off_a', 'off_b']),
    status: n % 500 === 1 ? 'failed' : 'delivered',
    isTest: false,
    data: { firstName: 'Ada', lastName: `Number${n}` },
    // Every thousandth lead has two first names with the same beginning, as "Mary-Jane" might.
    search: [...(n % 1_000 === 3 ? ['ada-adele'] : []), 'ada', `number${n}`, `${5_550_000 + n}`],
    submissionIds: [],
    lastSubmissionId: `sub_${n}`,
    createdAt: at,
    updatedAt: at,
  };
}

const word = (...anyOf: string[]): SearchTerm => ({ kind: 'word', anyOf });
const beginning = (text: string): SearchTerm => ({ kind: 'beginning', beginning: text });
const middle = { createdFrom: new Date(timeOf(20_000)), createdTo: new Date(timeOf(20_020)) };
const filters: [string, LeadFilter][] = [
  ['all', {}],
  ['a campaign', { campaignIds: ['AAAAA'] }],
  ['two campaigns', { campaignIds: ['AAAAA', 'BBBBB'] }],
  ['a client', { clientIds: ['cli_a'] }],
  ['two offers', { offerIds: ['off_a', 'off_b'] }],
  ['a common status', { statuses: ['delivered'] }],
  ['a rare status', { statuses: ['failed'] }],
  ['a word that all have', { terms: [word('ada')] }],
  ['a word that one has', { terms: [word('number777')] }],
  ['two words', { terms: [word('ada'), word('number777')] }],
  ['two spellings of a number', { terms: [word('15551234', '5551234')] }],
  ['an id', { terms: [{ kind: 'lead', leadId: leadId(12_344) }] }],
  ['the beginning of a name that all have', { terms: [beginning('ad')] }],
  ['the beginnings of two names', { terms: [beginning('ad'), beginning('number12')] }],
  ['the beginning of a name, and a word', { terms: [beginning('ad'), word('number777')] }],
  ['the beginning of a name of a rare status', { terms: [beginning('ad')], statuses: ['failed'] }],
  ['the beginning of a name within a campaign', { terms: [beginning('numb')], campaignIds: ['AAAAA'] }],
  ['a time span in the middle', middle],
  ['a campaign in a time span', { campaignIds: ['AAAAA'], ...middle }],
];

describe.each(filters)('a page of leads filtered by %s', (_, filter) => {
  it.each([
    ['first', undefined],
    ['deep', leadId(12_345)],
  ])('is read from an index (%s)', async (_depth, cursor) => {
    const examined = await world.examinedBy(() => pages().page(filter, 50, cursor));
    for (const { plan } of examined) {
      expect(plan).toMatch(/IXSCAN|EXPRESS|IDHACK|COUNT_SCAN/);
      expect(plan).not.toMatch(/COLLSCAN|\bSORT\b/);
    }
    const page = examined.at(-1);
    expect(page?.returned).toBeLessThanOrEqual(51);
    expect(Math.max(...examined.map(({ documents }) => documents))).toBeLessThanOrEqual(1_000);
  });
});

it('a page of leads in a time span has exactly those created in it', async () => {
  const { leads } = await pages().page(middle, 50);
  const expected = Array.from({ length: 21 }, (_, n) => 20_020 - n).filter((n) => n % 10 !== 0);
  expect(leads.map((lead) => lead.leadId)).toEqual(expected.map(leadId));
});

it('a page of leads with two search words has those with both words', async () => {
  const { leads } = await pages().page({ terms: [word('ada'), word('number777')] }, 50);
  expect(leads.map((lead) => lead.leadId)).toEqual([leadId(777)]);
});

async function everyPage(filter: LeadFilter, limit: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await pages().page(filter, limit, cursor);
    seen.push(...page.leads.map((lead) => lead.leadId));
    cursor = page.nextCursor;
  }
  return seen;
}

it('the pages of leads whose name was begun have each lead once, by name and then newest first', async () => {
  const last = { createdFrom: new Date(timeOf(LEADS - 2_000)) };
  const found = await everyPage({ terms: [beginning('ada')], ...last }, 70);
  const ours = Array.from({ length: 2_000 }, (_, n) => LEADS - 1 - n).filter((n) => n % 10 !== 0);
  expect(found).toEqual(ours.map(leadId));
  const numbered = await everyPage({ terms: [beginning('number1000'), beginning('ad')] }, 4);
  const names = ['1000', ...Array.from({ length: 10 }, (_, n) => `1000${n}`)];
  expect(numbered).toEqual(names.filter((name) => !name.endsWith('0')).map((name) => leadId(Number(name))));
  expect(await everyPage({ terms: [beginning('ada-')] }, 20)).toHaveLength(LEADS / 1_000);
});

it('the pages of a filtered list have each lead once, newest first, and none of another tenant', async () => {
  const seen = await everyPage({ statuses: ['failed'] }, 30);
  const expected = Array.from({ length: LEADS }, (_, n) => n).filter((n) => n % 500 === 1);
  expect(seen).toEqual(expected.map(leadId).reverse());
});
