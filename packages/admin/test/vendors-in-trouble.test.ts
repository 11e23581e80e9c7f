/** Vendors whom checks ask, in trouble: from which answer on people are told, and how many leads wait for them. */
import { adminGetNow, checkLabel } from '@sluice/contracts';
import { duringTests, eventually, putItem } from '@sluice/testing';
import { aLead } from './a-lead.js';
import { readUnreadBuyers } from '../src/buyers/unread-buyers.js';
import { openAdminApi } from './admin-api.js';
import { aBuyer, aCampaign } from './catalog.js';

const world = duringTests(openAdminApi);
beforeAll(async () => {
  await aBuyer(world.stores);
  const { campaigns, leads } = world.stores.forTenant('alpha');
  const asking = ['lk_dnc', 'lk_other'].map((lookupId, n) =>
    aCampaign(`LOOK${n}`, { lookups: [{ lookupId }] }),
  );
  for (const one of asking) await putItem(campaigns, one.campaignId, one);
  for (const campaignId of ['LOOK0', 'LOOK0', 'LOOK1', 'ACMRU']) {
    const { leadId, submissionId } = await aLead(world.stores, campaignId, {});
    const end = { status: 'pending_action', reason: 'lookup_unavailable', ended: true };
    await leads.recordStatus(leadId, { ...end, submissionId, at: world.stores.clock.now() });
  }
});

/** Notes one answer of a vendor. */
async function answers(vendor: string, said: { readonly status: number; readonly unreadable?: true }) {
  const { stores } = world;
  const ids = { leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5 };
  const outcome = said.unreadable ? 'unrecognised' : said.status === 200 ? 'accepted' : 'retry';
  stores.receivers.noteAnswer('alpha', vendor, { ...ids, ...said, at: stores.clock.now(), outcome });
  await stores.receivers.flush();
}
const now = async (subject: string) =>
  (await world.call(adminGetNow)).data.findings.find((one) => one.subject === subject);
const found = (subject: string) => eventually(`${subject} is found`, () => now(subject));

it('one refused key is told, with how many leads of its campaigns wait; one failure of another kind is none yet', async () => {
  await answers(checkLabel('lookup.lk_other'), { status: 503 });
  await answers(checkLabel('lookup.lk_dnc'), { status: 401 });
  const finding = await found('look-up lk_dnc');
  expect(finding).toMatchObject({
    kind: 'buyer_failing',
    tenantId: 'alpha',
    count: 2,
    counted: 'leads wait',
  });
  expect(finding.text).toContain('Look-up lk_dnc answers 401 and refuses the key');
  expect(await now('look-up lk_other')).toBeUndefined();
});

it('answers that are no good ones are told as those of a vendor, and with what its look-up waits for', async () => {
  await answers(checkLabel('lookup.lk_other'), { status: 200, unreadable: true });
  const { kind, text, todo = '', actions } = await found('look-up lk_other');
  expect([kind, actions]).toEqual(['answers_unrecognised', []]);
  expect(text).toContain('Answers of look-up lk_other cannot be used; it holds 1 lead');
  expect(todo).toContain('check the account of the vendor');
  expect(`${text} ${todo}`).not.toMatch(/buyer|sold/i);
});

it('of twenty answers one or two that are no good ones are no trouble yet, and three are', async () => {
  const vendor = checkLabel('lookup.lk_many');
  for (let n = 0; n < 20; n += 1) await answers(vendor, { status: 200 });
  const told = async () =>
    (await readUnreadBuyers(world.stores)).first.filter(({ receiver }) => receiver === vendor);
  for (let n = 0; n < 2; n += 1) {
    await answers(vendor, { status: 200, unreadable: true });
    expect(await told()).toEqual([]);
  }
  await answers(vendor, { status: 200, unreadable: true });
  expect(await told()).toMatchObject([{ unread: 3, latest: 20 }]);
});
