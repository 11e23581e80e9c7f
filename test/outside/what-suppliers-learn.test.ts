/**
 * What a supplier is told of leads that a check stopped: by the answer that it waits for, by its interface, its report and
 * its postbacks. Each says the class of the reason, and none says which client knows a person, or what was asked of whom.
 */
import { buyerServices } from '@sluice/local';
import { aLead, eventually, testPhone } from '@sluice/testing';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

const client = (name: string) => ({
  ...{
    clientId: `cli_${name.toLowerCase()}`,
    name: `${name} Counsel`,
    abbrev: name.slice(0, 3).toUpperCase(),
  },
  settings: { defaultPostingUrl: `\${SINK_URL}/buyers/${name.toLowerCase()}` },
});
const campaign = (campaignId: string, more: object = {}) => ({
  ...{ campaignId, name: `Quillwort ${campaignId}`, clientId: 'cli_hazelnut' },
  ...more,
});
const lookup = (lookupId: string, onError: string) => ({
  ...{ lookupId, onError, method: 'POST', url: `\${SINK_URL}/lookups/own/${lookupId}` },
  ...{ body: '{}', map: [{ field: 'code', jsonPath: '$.code' }] },
});
const LISTED = testPhone(71);
const CUSTOMER = testPhone(72);
const SOLD = testPhone(73);
/** What would say who knows a person, or who was asked: names and ids of clients, lists and look-ups, names of campaigns. */
const telling = /hazelnut|counsel|sl_|squirrel|badger|lk_|vendorword|quillwort|suppressed_for|duplicate_for/i;

let tenant: TestTenant;
let key: string;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      clients: [client('Hazelnut')],
      suppliers: [
        {
          ...{ supplierId: 'sup_north', name: 'North', duplicateCheck: true },
          postback: { url: '${SINK_URL}/trackers/north?cid={subId2}&o={outcome}&p={payout}&r={reason}' },
        },
      ],
      suppressionLists: [
        { listId: 'sl_badger', name: 'Badger list', kind: 'phone', scope: 'tenant' },
        {
          ...{ listId: 'sl_squirrel', name: 'Squirrel customers', kind: 'phone' },
          ...{ scope: 'client', clientId: 'cli_hazelnut' },
        },
      ],
      lookups: [lookup('lk_bad', 'hold'), lookup('lk_down', 'disqualify')],
      campaigns: [
        campaign('LISTS'),
        campaign('KNOWN', { settings: { dedupeEnabled: true, dedupeScope: 'client' } }),
        campaign('CERT', { consent: { trustedForm: { retain: 'at_qualification' } } }),
        campaign('LOOKS', {
          lookups: [{ lookupId: 'lk_bad' }],
          disqualificationConditionals: [
            {
              ...{ name: 'Vendorword refuses', afterLookups: true },
              ...group({ field: 'lookup.lk_bad.code', operator: 'equals', value: ['BAD'] }),
            },
          ],
        }),
        campaign('DOWN', { lookups: [{ lookupId: 'lk_down' }] }),
      ],
    },
    { services: [...buyerServices, 'webhook'] },
  );
  const { installation } = tenant;
  installation.sink.script({ path: '/lookups/own/lk_bad', status: 200, body: { code: 'BAD' } });
  installation.sink.script({ path: '/lookups/own/lk_down', status: 404, body: { error: 'vendorword' } });
  const args = ['keys', 'create', '--name', 'north', '--supplier', 'sup_north', '--json', '--tenant', 'acme'];
  ({ key } = JSON.parse((await installation.sluice(args)).output) as { key: string });
  for (const [listId, phone] of [
    ['sl_badger', LISTED],
    ['sl_squirrel', CUSTOMER],
  ])
    await tenant.call('POST', `/suppression-lists/${listId}/entries`, { values: [phone] });
  const sold = await tenant.submit('KNOWN', { phone: SOLD });
  expect(await tenant.fate(sold)).toBe('delivered');
  // That a list has entries at all is known within seconds.
  await eventually('the lists are asked', async () => {
    const { reason } = await tenant.atRest(await tenant.submit('LISTS', { phone: LISTED }));
    return reason === 'suppressed';
  });
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

/** A call with the supplier's key, whose answer says nothing of this. */
async function asSupplier(path: string, body?: object) {
  const answer = await fetch(`${tenant.installation.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', Prefer: 'wait=10' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(`${JSON.stringify([...answer.headers])} ${text}`).not.toMatch(telling);
  const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, unknown>> };
  return { data, waited: answer.headers.has('Preference-Applied') };
}

it.each([
  ['a number on a list of the company', 'LISTS', { phone: LISTED }, 'suppressed'],
  ['a number on a list of the only buyer', 'LISTS', { phone: CUSTOMER }, 'not_wanted'],
  ['a person whom the only buyer has already', 'KNOWN', { phone: SOLD }, 'not_wanted'],
  ['a lead without a certificate', 'CERT', {}, 'consent'],
  ['a lead that a look-up speaks against', 'LOOKS', {}, 'filtered'],
  ['a lead about which a look-up gave no answer', 'DOWN', {}, 'filtered'],
] as const)('of %s the supplier is told its class, and no more', async (what, campaignId, fields, reason) => {
  const click = what.replaceAll(' ', '-');
  const sent = aLead({ campaignId, attribution: { s2: click }, ...fields });
  const { data, waited } = await asSupplier('/leads/submit', sent);
  const [leadId, submissionId] = [String(data['leadId']), String(data['submissionId'])];
  await tenant.atRest({ leadId, submissionId });
  const expected = { outcome: 'rejected', reason };
  // A busy machine may need longer than a request waits.
  if (waited) expect(data).toMatchObject(expected);
  expect((await asSupplier(`/supplier/leads/${leadId}`)).data).toMatchObject(expected);

  const told = await eventually('the postback arrives', () =>
    tenant.received('/trackers/north').find(({ query }) => query?.includes(`cid=${click}`)),
  );
  expect(Object.fromEntries(new URLSearchParams(told.query))).toMatchObject({ o: 'rejected', r: reason });
  const { path, query, headers, body } = told;
  expect(JSON.stringify({ path, query, headers, body })).not.toMatch(telling);
});

it('its lists and reports say no more, and a check for duplicates nothing about whom a client has', async () => {
  const { data } = await asSupplier('/supplier/leads');
  expect(data['leads']).toHaveLength(6);
  await asSupplier('/supplier/report?groupBy=campaign,day');
  const known = await asSupplier('/duplicates/check', { campaignId: 'KNOWN', phone: SOLD });
  expect(known.data).toEqual({ duplicate: false });
});
