/**
 * What Try says of a lead is what becomes of it, of 200 random campaigns with suppression lists, duplicates of every
 * scope, look-ups and groups that read them. Try assumes that look-ups give no answer, and so do the vendors here.
 */
import { operateOverHttp, type Operate } from '@sluice/admin';
import { adminWhatIfLead, type ForeseenView } from '@sluice/contracts';
import { buyerServices } from '@sluice/local';
import { newKey } from '@sluice/store';
import { aLead, eventually, testPhone } from '@sluice/testing';
import * as fc from 'fast-check';
import pMap from 'p-map';
import { startTenant, type TestTenant } from '../installation/tenant.js';
import { campaignOf, clients, few, offers, person, subRules } from './random-campaigns.js';
import { expectHappened } from './tried-and-happened.js';

const CAMPAIGNS = 200;
const codes = Array.from({ length: CAMPAIGNS }, (_, n) => `C${String(n).padStart(3, '0')}`);
const clientIds = clients.map(({ clientId }) => clientId);
const lookups = ['lk_a', 'lk_b', 'lk_off'].map((lookupId) => ({
  ...{ lookupId, onError: 'pass', active: lookupId !== 'lk_off' },
  url: `\${SINK_URL}/lookups/own/${lookupId}?phone={{ phone_national }}`,
  map: [{ field: 'code', jsonPath: '$.code' }],
}));
const list = (listId: string, kind: string, more: object) => ({ listId, name: listId, kind, ...more });
const lists = [
  list('sl_phone', 'phone', { scope: 'tenant' }),
  list('sl_mail', 'email', { scope: 'tenant' }),
  list('sl_off', 'phone', { scope: 'tenant', active: false }),
  list('sl_alder', 'phone', { scope: 'client', clientId: 'cli_alder' }),
  list('sl_birch', 'email', { scope: 'client', clientId: 'cli_birch' }),
];
const scopes = ['campaign', 'offer', 'tenant', 'client'];

const readsLookup = fc.record({
  field: fc.constantFrom('lookup.lk_a.code', 'lookup.lk_b.code', 'lookup.lk_off.code'),
  operator: fc.constantFrom('equals', 'not_equals'),
  value: fc.constant(['C']),
});
const lateGroup = readsLookup.map((one) => ({
  ...{ name: 'Late', afterLookups: true },
  subRules: [{ conditions: [one] }],
}));
const checks = fc.record({
  lookups: fc
    .uniqueArray(fc.constantFrom('lk_a', 'lk_b', 'lk_off', 'lk_none'), { maxLength: 3 })
    .chain((ids) =>
      fc.tuple(
        ...ids.map((lookupId) =>
          fc.record(
            { lookupId: fc.constant(lookupId), when: subRules.map((rules) => ({ subRules: rules })) },
            { requiredKeys: ['lookupId'] },
          ),
        ),
      ),
    ),
  late: few(lateGroup),
  settings: fc.record({
    dedupeEnabled: fc.boolean(),
    dedupeScope: fc.constantFrom(...scopes),
    dedupeMatch: fc.constantFrom('any', 'all'),
    dedupeFields: fc.uniqueArray(fc.constantFrom('phone', 'email'), { minLength: 1 }),
  }),
});

/** What is known of the person of a lead beforehand: on which list, or whose duplicate in which scope. */
const known = fc.constantFrom('nothing', ...lists.map(({ listId }) => listId), ...scopes);

/** Of so many, the person of the lead is known in the campaign's own scope, so that every scope is met. */
const ofOwnScope = 80;

function aCampaign(code: string, n: number) {
  const others = codes.filter((one) => one !== code);
  return fc
    .tuple(campaignOf(code, others, []), checks, known, person)
    .map(([{ deliveryEndpointId: _, ...own }, { late, settings, ...more }, knownBy, who]) => {
      const scope = scopes[n % scopes.length]!;
      const isDuplicate = n < ofOwnScope;
      return {
        campaign: {
          ...own,
          ...more,
          settings: isDuplicate
            ? { dedupeEnabled: true, dedupeScope: scope, dedupeFields: ['phone'] }
            : settings,
          disqualificationConditionals: [...(own.disqualificationConditionals ?? []), ...late],
        },
        knownBy: isDuplicate ? scope : knownBy,
        who,
      };
    });
}

const seed = Date.now() % 2 ** 31;
const made = codes.map((code, n) => fc.sample(aCampaign(code, n), { seed: seed + n, numRuns: 1 })[0]!);
/** A campaign of a scope and client, in which the people are sold whose duplicates are sent later. */
const earlier = (scope: string, clientId: string) => ({
  campaignId: `${scope.slice(0, 2).toUpperCase()}${clientIds.indexOf(clientId)}`,
  ...{ clientId, offerId: 'off_1', name: 'Earlier' },
  settings: { dedupeEnabled: true, dedupeScope: scope, dedupeFields: ['phone', 'email'] },
});

let tenant: TestTenant;
let operate: Operate;
beforeAll(async () => {
  tenant = await startTenant(
    {
      ...{ settings: {}, clients, offers, lookups, suppressionLists: lists },
      campaigns: [
        ...made.map(({ campaign }) => campaign),
        ...scopes.flatMap((scope) => clientIds.map((clientId) => earlier(scope, clientId))),
      ],
    },
    { services: [...buyerServices, 'webhook', 'dashboard'] },
  );
  const { installation } = tenant;
  for (const id of ['lk_a', 'lk_b']) installation.sink.script({ path: `/lookups/own/${id}`, status: 404 });
  const key = newKey('sla_');
  const { adminKeys, clock } = installation.stores;
  await adminKeys.add(key, { role: 'administer', name: 'tried', createdAt: clock.now() });
  operate = operateOverHttp({ url: installation.dashboardUrl, key });
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

const valuesOf = (n: number) => ({ phone: testPhone(3_000 + n), email: `tried${n}@leads.example` });

/** Makes true what is known of people beforehand. */
async function prepare(): Promise<void> {
  for (const { listId, kind } of lists) {
    const theirs = made.flatMap(({ knownBy }, n) => (knownBy === listId ? [valuesOf(n)] : []));
    const values = theirs.map(({ phone, email }) => (kind === 'phone' ? phone : email));
    const { status } = await tenant.call('POST', `/suppression-lists/${listId}/entries`, {
      values: [...values, kind === 'phone' ? testPhone(2_999) : 'nobody@leads.example'],
    });
    expect(status).toBe(200);
  }
  await pMap(
    made.entries(),
    async ([n, { knownBy, campaign }]) => {
      if (!scopes.includes(knownBy)) return;
      // A duplicate of a campaign was sold by that campaign itself, as far as it sells at all.
      const of =
        knownBy === 'campaign' ? campaign.campaignId : earlier(knownBy, campaign.clientId).campaignId;
      await tenant.atRest(await tenant.submit(of, valuesOf(n)), 60_000);
    },
    { concurrency: 16 },
  );
  // That a list has entries at all is known everywhere within seconds.
  await eventually('lists are asked', async () => {
    const { data } = await tenant.call('POST', '/suppression-lists/sl_phone/entries/check', {
      value: testPhone(2_999),
    });
    return data['listed'] === true;
  });
}

it('what is tried is what happens, with lists, scopes, look-ups and groups that read them', async () => {
  await prepare();
  const tried = await pMap(
    made.entries(),
    async ([n, { campaign, who }]) => {
      const { state, injury } = who;
      const { campaignId } = campaign;
      const given = aLead({ address: { state }, questionnaire: { injury }, ...valuesOf(n) });
      const { campaignId: _none, ...lead } = given;
      const params = { tenantId: tenant.installation.tenantId };
      const { now } = await operate.call(adminWhatIfLead, { params, body: { campaignId, lead } });
      return { campaignId, lead, foreseen: now as ForeseenView };
    },
    { concurrency: 8 },
  );
  const happened = await pMap(
    tried,
    async ({ campaignId, lead }) => {
      const receipt = await tenant.submit(campaignId, lead);
      const { status } = await tenant.atRest(receipt, 120_000);
      return { status, decisions: await tenant.decisions(receipt) };
    },
    { concurrency: 16 },
  );
  for (const [n, { foreseen, campaignId, lead }] of tried.entries())
    expectHappened(foreseen, happened[n]!, { seed, n, campaignId, lead, knownBy: made[n]!.knownBy });

  // The generator reaches what is compared.
  const reasons = happened.flatMap(({ decisions }) => decisions.map(({ decision }) => decision.reason));
  for (const reason of ['suppressed', 'duplicate_phone']) expect(reasons).toContain(reason);
  const traces = JSON.stringify(happened);
  for (const because of ['duplicate_for_client', 'suppressed_for_client', 'not_asked', 'when_not_met'])
    expect(traces).toContain(because);
}, 400_000);
