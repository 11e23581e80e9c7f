import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const days = { from: '2020-01-01', to: '2099-12-31' };
const report = async (query: Record<string, string>) =>
  (await world.call('leadReport', { query: { ...days, ...query } })).data;
const refusal = async (query: Record<string, string>) => {
  const { status, error } = await world.request('GET', '/api/v1/reports/leads', { query });
  return { status, code: error?.code, details: error?.details };
};

it('a report shows the leads of the tenant, and of no other', async () => {
  const before = (await report({ groupBy: 'campaign' })).totals.received;
  await world.call('submitLead', { body: aLead() });
  const { rows, totals } = await report({ groupBy: 'campaign,day' });
  expect(totals.received).toBe(before + 1);
  expect(rows.reduce((sum, { received }) => sum + received, 0)).toBe(totals.received);
  expect(Object.keys(rows[0] ?? {}).slice(0, 3)).toEqual(['campaign', 'day', 'received']);
});

it.each<[Record<string, string>, readonly string[]]>([
  [{ format: 'csv' }, ['groupBy', 'from', 'to']],
  [{ ...days, groupBy: 'day,campaign,client,offer' }, ['groupBy']],
  [{ ...days, groupBy: 'day,day' }, ['groupBy']],
  [{ ...days, groupBy: 'month' }, ['groupBy.0']],
  [{ ...days, groupBy: 'day', timezone: 'Mars/Olympus' }, ['timezone']],
  [{ groupBy: 'day', from: '2026-13-01', to: '2026-12-31' }, ['from']],
  [{ groupBy: 'day', from: '2026-02-01', to: '2026-01-31' }, ['to']],
  [{ ...days, groupBy: 'day', basis: 'guess' }, ['basis']],
  [{ ...days, groupBy: 'day', format: 'xlsx' }, ['format']],
  // An unknown filter left out would answer for all campaigns.
  [{ ...days, groupBy: 'campaign', 'campaignIds[]': 'ACMRU' }, ['campaignIds[]']],
  [{ ...days, groupBy: 'campaign', 'campaignIds[0]': 'ACMRU' }, ['campaignIds[0]']],
  [{ ...days, groupBy: 'campaign', campaignId: 'ACMRU', clientId: 'cli_x' }, ['campaignId', 'clientId']],
  [{ ...days, groupBy: 'day', timeZone: 'Asia/Tokyo' }, ['timeZone']],
  [{ ...days, groupBy: 'day', format: 'csv', CampaignIds: 'ACMRU' }, ['CampaignIds']],
])('the query %j is refused with the fields that cannot be read', async (query, fields) => {
  const { status, code, details } = await refusal(query);
  expect([status, code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(details?.map((each) => each.split(':')[0])).toEqual(fields);
});

it('reads a list of campaigns in one parameter or in several', async () => {
  await world.call('submitLead', { body: aLead() });
  const received = async (campaigns: string) => {
    const query = new URLSearchParams({ ...days, groupBy: 'campaign' });
    const path = `/api/v1/reports/leads?${String(query)}&${campaigns}`;
    const { data } = await world.request('GET', path);
    return (data as { totals: { received: number } }).totals.received;
  };
  const all = await received('basis=received');
  expect(all).toBeGreaterThan(0);
  expect(await received('campaignIds=ACMRU')).toBe(all);
  expect(await received('campaignIds=NONE,OTHER&campaignIds=MORE,ACMRU')).toBe(all);
  expect(await received('campaignIds=NONE,OTHER&campaignIds=MORE')).toBe(0);
  expect(await received('campaignIds=')).toBe(0);
});

it.each<[string, Record<string, string>, Record<string, string>]>([
  ['format=csv', { format: 'csv' }, {}],
  ['Accept: text/csv', {}, { Accept: 'text/csv' }],
])('%s answers a table without an envelope', async (_how, query, headers) => {
  const url = new URL(`${world.url}/api/v1/reports/leads`);
  for (const [name, value] of Object.entries({ ...days, groupBy: 'campaign', bom: 'true', ...query }))
    url.searchParams.set(name, value);
  const response = await fetch(url, { headers: { 'X-API-Key': world.alpha.key, ...headers } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  expect(text.startsWith('\uFEFFcampaign,campaignName,received,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
});

it.each([
  ['application/json, text/csv;q=0.5', 'application/json'],
  ['text/csv;q=0, */*', 'application/json'],
  ['application/json;q=0.5, TEXT/CSV', 'text/csv'],
  ['text/csv, */*;q=0.1', 'text/csv'],
  ['application/json, text/plain, */*', 'application/json'],
  ['application/xml', 'application/json'],
])('a report is what the caller would rather have by Accept: %s', async (accept, type) => {
  const query = new URLSearchParams({ ...days, groupBy: 'campaign' });
  const headers = { 'X-API-Key': world.alpha.key, Accept: accept };
  const response = await fetch(`${world.url}/api/v1/reports/leads?${String(query)}`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
});
