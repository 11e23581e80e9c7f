/**
 * The vendor of look-ups is down while leads come in: what becomes of them, who is still asked, what people are told, and
 * that nobody else's leads take longer for it.
 */
import { operateOverHttp, type Operate } from '@sluice/admin';
import { adminGetNow } from '@sluice/contracts';
import { buyerServices } from '@sluice/local';
import { newKey } from '@sluice/store';
import { eventually } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, type Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';
import { quantiles } from './neighbours.js';

const path = (lookupId: string) => `/lookups/own/${lookupId}`;
const lookup = (lookupId: string, onError = 'hold', more: object = {}) => ({
  ...{ lookupId, onError, method: 'POST', url: `\${SINK_URL}${path(lookupId)}` },
  ...{ body: '{ "phone": "{{ phone_national }}" }', map: [{ field: 'code', jsonPath: '$.code' }] },
  ...more,
});
const asking = (campaignId: string, ...lookups: string[]) => ({
  campaignId,
  lookups: lookups.map((lookupId) => ({ lookupId })),
});

/** Rounds of each kind, and how many leads of other campaigns are timed in one. */
const ROUNDS = 3;
const LEADS = 100;
const OTHERS = 40;
const EVERY_MS = 100;

let tenant: TestTenant;
let operate: Operate;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      lookups: [
        lookup('lk_works'),
        lookup('lk_hold'),
        lookup('lk_pass', 'pass'),
        lookup('lk_stop', 'disqualify'),
        ...['lk_key', 'lk_two', 'lk_too'].map((lookupId) => lookup(lookupId)),
        lookup('lk_good', 'hold', { goodWhen: { jsonPath: '$.success', equals: true } }),
      ],
      campaigns: [
        asking('WORKS', 'lk_works'),
        asking('HOLD', 'lk_hold'),
        asking('PASS', 'lk_pass'),
        asking('STOP', 'lk_stop'),
        asking('KEY', 'lk_key'),
        asking('TWO', 'lk_two', 'lk_too'),
        asking('GOOD', 'lk_good'),
        { campaignId: 'OTHER' },
      ],
    },
    { services: [...buyerServices, 'webhook', 'dashboard'] },
  );
  const { installation } = tenant;
  const { adminKeys, clock } = installation.stores;
  const key = newKey('sla_');
  await adminKeys.add(key, { role: 'view', name: 'vendor-down', createdAt: clock.now() });
  operate = operateOverHttp({ url: installation.dashboardUrl, key });
  const { sink } = installation;
  sink.script({ path: path('lk_works'), status: 200, body: { code: 'C' } });
  for (const down of ['lk_hold', 'lk_pass', 'lk_stop', 'lk_two', 'lk_too'])
    sink.script({ path: path(down), status: 503 });
  sink.script({ path: path('lk_key'), status: 401 });
  sink.script({ path: path('lk_good'), status: 200, body: { success: false, message: 'No funds' } });
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

const calls = (lookupId: string) => tenant.received(path(lookupId)).length;
const submitted = async (campaignId: string, count: number, everyMs = 0) => {
  const receipts: Promise<Receipt>[] = [];
  for (let n = 0; n < count; n += 1) {
    receipts.push(tenant.submit(campaignId));
    await pause(everyMs);
  }
  return Promise.all(receipts);
};
/** Milliseconds from the acceptance of each lead of a campaign without checks to its arrival at the buyer. */
async function othersTake(): Promise<readonly number[]> {
  const times: Promise<number>[] = [];
  for (let n = 0; n < OTHERS; n += 1) {
    times.push(takes());
    await pause(EVERY_MS);
  }
  return Promise.all(times);
}
async function takes(): Promise<number> {
  const { submissionId } = await tenant.submit('OTHER');
  const acceptedAt = Date.now();
  const key = `${submissionId}.delivery`;
  const { at } = await eventually(`${submissionId} is at its buyer`, () => {
    return tenant.installation.sink.received({ key, limit: 1 })[0];
  });
  return new Date(at).getTime() - acceptedAt;
}
/** A person's word that the lead goes on. */
async function goesOn({ leadId }: Receipt, campaignId: string): Promise<Receipt> {
  const { data } = await tenant.call('POST', `/leads/${leadId}/deliver`, { campaignId });
  return { leadId, submissionId: String(data['newSubmissionId']) };
}
const told = async (lookupId: string) => {
  const { findings } = await operate.call(adminGetNow, {});
  return findings.find(({ subject }) => subject === `look-up ${lookupId}`);
};
const heldFor = async (receipt: Receipt) => {
  const { status, reason } = await tenant.atRest(receipt, 90_000);
  return `${status} ${reason}`;
};

it('of 500 leads those held wait for a person, others are sold or end, hardly anyone is asked, and nobody else waits', async () => {
  await submitted('WORKS', 50);
  await othersTake();
  const times = { WORKS: [] as number[], HOLD: [] as number[] };
  const held: Receipt[] = [];
  const ended: Record<'PASS' | 'STOP', Receipt[]> = { PASS: [], STOP: [] };
  let askedFirst = 0;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const campaignId of ['WORKS', 'HOLD'] as const) {
      const sending = submitted(campaignId, LEADS, (OTHERS * EVERY_MS) / LEADS);
      times[campaignId].push(...(await othersTake()));
      const receipts = await sending;
      if (campaignId === 'HOLD') held.push(...receipts);
      if (round === 0) askedFirst = calls('lk_hold');
    }
  for (const campaignId of ['PASS', 'STOP'] as const) ended[campaignId] = await submitted(campaignId, LEADS);

  // The finding is there while leads wait, and the doctor says the same.
  const { installation } = tenant;
  expect(await countsAtRest(installation, held)).toEqual({ pending_action: held.length });
  const finding = await eventually('Now counts who waits', async () => {
    const one = await told('lk_hold');
    return one?.count === held.length ? one : undefined;
  });
  expect(finding.text).toMatch(/Look-up lk_hold answers 503.*300 leads wait/);
  const { output } = await installation.sluice(['doctor']);
  expect(output).toMatch(/Look-up lk_hold answers 503.*300 leads wait/);

  expect(await countsAtRest(installation, ended.PASS)).toEqual({ delivered: LEADS });
  expect(await countsAtRest(installation, ended.STOP)).toEqual({ disqualified: LEADS });
  expect(await heldFor(held[0]!)).toBe('pending_action lookup_unavailable');
  expect((await tenant.atRest(ended.STOP[0]!)).reason).toBe('lookup_failed');

  // After the first round the circuit is open, and only now and then a call tries the vendor.
  const asked = calls('lk_hold');
  const [works, down] = [quantiles(times.WORKS), quantiles(times.HOLD)];
  process.stderr.write(`${JSON.stringify({ askedFirst, asked, of: held.length, works, down })}\n`);
  expect(asked).toBeLessThan(held.length / 2);
  expect(asked - askedFirst).toBeLessThanOrEqual((held.length - LEADS) / 10);
  expect(down.p95).toBeLessThanOrEqual(1.25 * works.p95);

  const again = await Promise.all(held.slice(0, 20).map((receipt) => goesOn(receipt, 'HOLD')));
  expect(await countsAtRest(installation, again)).toEqual({ delivered: again.length });
  for (const receipt of again)
    expect((await tenant.decisions(receipt)).map(({ decision: { kind } }) => kind)).not.toContain('asking');
}, 400_000);

it('a refused key is told within 30 seconds, and leaves the lead to a person', async () => {
  const [receipt] = await submitted('KEY', 1);
  const since = Date.now();
  const finding = await eventually('a person is told', () => told('lk_key'), 60_000);
  const tookMs = Date.now() - since;
  process.stderr.write(`${JSON.stringify({ refusedKeyToldAfterMs: tookMs })}\n`);
  expect(tookMs).toBeLessThan(30_000);
  expect(finding.text).toContain('answers 401 and refuses the key');
  expect(await heldFor(receipt!)).toBe('pending_action lookup_unavailable');
  expect(calls('lk_key')).toBe(1);
}, 120_000);

it('answers without funds are told as those of a vendor', async () => {
  const [receipt] = await submitted('GOOD', 1);
  expect(await heldFor(receipt!)).toBe('pending_action lookup_unavailable');
  const { text } = await eventually('a person is told', () => told('lk_good'), 60_000);
  expect(text).toContain('Answers of look-up lk_good cannot be used');
}, 120_000);

it('with two vendors down a person gets the lead past one after the other, and neither is asked again', async () => {
  const [receipt] = await submitted('TWO', 1);
  const held = async (one: Receipt) => {
    expect(await heldFor(one)).toBe('pending_action lookup_unavailable');
    return [calls('lk_two'), calls('lk_too')];
  };
  expect(await held(receipt!)).toEqual([2, 0]);
  const second = await goesOn(receipt!, 'TWO');
  expect(await held(second)).toEqual([2, 2]);
  const third = await goesOn(second, 'TWO');
  expect(await tenant.fate(third)).toBe('delivered');
  expect([calls('lk_two'), calls('lk_too')]).toEqual([2, 2]);
}, 240_000);
