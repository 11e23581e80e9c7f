/** What becomes of a key whose first request is still at work, failed, or died. */
import { bodyHash } from '@sluice/http';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { aLead, openGateway, type Gateway } from './gateway.js';

const world = duringTests(openGateway);

let n = 0;
const newKey = () => `key-${(n += 1)}`;
const submit = (key: string, body: unknown) =>
  world.call('submitLead', { body, headers: { 'Idempotency-Key': key } });

let seeds = 1_000;
const newSeed = () => `01KF3V5N8Q2W7Y4B6C9D1X${(seeds += 1)}`;

/** The claim of a submission, as a request that is elsewhere leaves it. */
async function claimed(key: string, body: unknown, startedMsAgo = 0) {
  const { idempotency } = world.alpha.stores;
  const name = `POST /api/v1/leads/submit ${key}`;
  const hash = bodyHash(body);
  const at = new Date(world.stores.clock.now().getTime() - startedMsAgo);
  const claim = await idempotency.claim(name, hash, [newSeed()], at);
  if (claim.kind !== 'ours') throw new Error(`the claim is ${claim.kind}`);
  return { name, claim, seed: claim.ids[0]!, idempotency };
}

const keptFor = 10_000;
const overAfter = 60_000;

describe('a request under a key whose first request is still at work', () => {
  it.concurrent('waits for its answer and gets it', async () => {
    const [key, body] = [newKey(), aLead()];
    const { name, claim, idempotency } = await claimed(key, body);
    const repeat = submit(key, body);
    await pause(1_000);
    const answer = '{"success":true,"data":{"leadId":"lead_x","submissionId":"sub_x","status":"pending"}}';
    await idempotency.keep(name, claim, { status: 202, body: answer });
    const { status, text, headers } = await repeat;
    expect([status, text, headers.get('idempotent-replayed')]).toEqual([202, answer, 'true']);
  });

  it.concurrent('does the work itself, under the same ids, when the first one fails', async () => {
    const [key, body] = [newKey(), aLead()];
    const { name, claim, seed, idempotency } = await claimed(key, body);
    const repeat = submit(key, body);
    await pause(500);
    await idempotency.release(name, claim.leaseUntil);
    const { status, data } = await repeat;
    expect([status, data.leadId]).toEqual([202, `lead_${seed}`]);
  });

  it.concurrent('does the work itself, under the same ids, when the first one died', async () => {
    const [key, body] = [newKey(), aLead()];
    const { seed } = await claimed(key, body, keptFor - 2_000);
    const { status, data } = await submit(key, body);
    expect([status, data.leadId]).toEqual([202, `lead_${seed}`]);
  });

  it.concurrent('is told after 5 s to come again, and succeeds when it does', async () => {
    const [key, body] = [newKey(), aLead()];
    const { seed } = await claimed(key, body);
    const startedAt = performance.now();
    const conflict = await submit(key, body);
    expect([conflict.status, conflict.error?.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect(conflict.headers.get('retry-after')).toBe('1');
    const waitedMs = performance.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(4_900);
    expect(waitedMs).toBeLessThan(9_000);
    await pause(1_000);
    const again = await submit(key, body);
    expect([again.status, again.data.leadId]).toEqual([202, `lead_${seed}`]);
  });

  it.concurrent('with another body has the key if the first one is refused, and not if it is accepted', async () => {
    const [refused, accepted] = [newKey(), newKey()];
    const first = await claimed(refused, aLead());
    const second = await claimed(accepted, aLead());
    const corrected = Promise.all([submit(refused, aLead()), submit(accepted, aLead())]);
    await pause(500);
    await first.idempotency.forget(first.name, first.claim.leaseUntil);
    await second.idempotency.keep(second.name, second.claim, { status: 202, body: '{}' });
    expect((await corrected).map(({ status }) => status)).toEqual([202, 422]);
  });
});

describe('a corrected body under a key whose first request failed', () => {
  it('is accepted if that request had written nothing', async () => {
    const key = newKey();
    const { name, claim, idempotency } = await claimed(key, aLead());
    await idempotency.release(name, claim.leaseUntil);
    expect((await submit(key, aLead())).status).toBe(202);
  });

  it('is accepted if that request had written nothing, even after a repeat of it was refused', async () => {
    const [key, body] = [newKey(), aLead({ campaignId: 'GONE2' })];
    const { name, claim, idempotency } = await claimed(key, body);
    await idempotency.release(name, claim.leaseUntil);
    expect((await submit(key, body)).status).toBe(400);
    expect((await submit(key, aLead())).status).toBe(202);
  });

  const offer = { abbrev: 'x', category: 'other' };
  const campaign = { clientId: 'cli_alpha', offerId: 'off_alpha' };
  it.concurrent.each<[Parameters<Gateway['call']>[0], string, (lead: string, n: number) => object]>([
    ['submitLead', '/leads/submit', (_lead, n) => aLead({ notes: `${n}` })],
    ['submitLead', '/leads/submit', (leadId, n) => ({ campaignId: 'ACMRU', leadId, notes: `${n}` })],
    ['createLead', '/leads', (_lead, n) => aLead({ notes: [`${n}`] })],
    ['createOffer', '/offers', (_lead, n) => ({ ...offer, name: `${n}` })],
    ['createOffer', '/offers', (_lead, n) => ({ ...offer, name: 'x', offerId: `chosen-${n}` })],
    ['createCampaign', '/campaigns', (_lead, n) => ({ ...campaign, name: `${n}` })],
    ['sendSms', '/sms/send', (leadId, n) => ({ leadId, message: `${n}`, to: '+14155550132' })],
    [
      'firePixel',
      '/pixels/fire',
      (leadId, n) => ({ leadId, pixelId: `${n}`, platform: 'meta', eventName: 'Lead' }),
    ],
  ])(
    'is refused if that request had done its %s, which is then never done twice (%s)',
    async (operation, path, bodyOf) => {
      const { leadId } = (await world.call('createLead', { body: aLead() })).data;
      const [key, body, seed] = [newKey(), bodyOf(leadId, 1), newSeed()];
      const ask = (sent: unknown) =>
        world.call(operation, { body: sent, headers: { 'Idempotency-Key': key } });
      await failed(`POST /api/v1${path} ${key}`, body, seed);
      const first = await ask(body);
      expect(first.status).toBeLessThan(300);
      await failed(`POST /api/v1${path} ${key}`, body, seed);
      expect((await ask(bodyOf(leadId, 2))).status).toBe(422);
      const again = await ask(body);
      expect([again.status, Object.values(again.data as object)[0]]).toEqual([
        first.status,
        Object.values(first.data as object)[0],
      ]);
    },
  );

  it.concurrent('waits if that request may still be at work, even after a repeat of it was refused', async () => {
    const [key, body] = [newKey(), aLead({ campaignId: 'GONE1' })];
    await claimed(key, body, keptFor + 1_000);
    expect((await submit(key, body)).status).toBe(400);
    const conflict = await submit(key, aLead());
    expect([conflict.status, conflict.headers.get('retry-after')]).toEqual([409, '1']);
    // The same body continues, whenever it comes.
    expect((await submit(key, body)).status).toBe(400);
  });

  it('is accepted once that request is over and has written nothing, although nobody could say how it ended', async () => {
    const [died, repeated, wrote] = [newKey(), newKey(), newKey()];
    await claimed(died, aLead(), overAfter);
    expect((await submit(died, aLead())).status).toBe(202);

    const refused = aLead({ campaignId: 'GONE3' });
    await claimed(repeated, refused, overAfter);
    expect((await submit(repeated, refused)).status).toBe(400);
    expect((await submit(repeated, aLead())).status).toBe(202);

    const { seed } = await claimed(wrote, aLead(), overAfter);
    await world.stores.accept(accepted(aSubmission({ tenantId: 'alpha', submissionId: `sub_${seed}` })));
    expect((await submit(wrote, aLead())).status).toBe(422);
  });

  /** Leaves the key as a request with this seed leaves it whose answer was 503. */
  async function failed(name: string, body: unknown, seed: string) {
    const { idempotency } = world.alpha.stores;
    const nextDay = new Date(Date.now() + 25 * 3600_000);
    const forgotten = await idempotency.claim(name, 'another', [], nextDay);
    if (forgotten.kind === 'ours') await idempotency.forget(name, forgotten.leaseUntil);
    const hash = bodyHash(body);
    const claim = await idempotency.claim(name, hash, [seed], world.stores.clock.now());
    if (claim.kind === 'ours') await idempotency.release(name, claim.leaseUntil);
  }
});
