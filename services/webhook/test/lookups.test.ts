/** The worker of checks asks the vendors of look-ups: how often, with what, and what is left of it. */
import type { Lookup, LookupCheck, OwnReason } from '@sluice/contracts';
import { lookupInputSchema } from '@sluice/contracts';
import { checkId, recallLookup } from '@sluice/domain';
import { newId } from '@sluice/process';
import { sealingKey } from '@sluice/store';
import {
  accepted,
  aStoredCampaign,
  aSubmission,
  duringTests,
  putItem,
  testEncryptionKey,
} from '@sluice/testing';
import type { OutboundAnswer, OutboundRequest } from '@sluice/providers';
import { checksStage } from '../src/checks-stage.js';
import { openWebhookWorker, saying } from './webhook-worker.js';

const world = duringTests(openWebhookWorker);
const KEY = 'key-of-the-vendor';
beforeAll(async () => {
  const { stores, mine, clock } = world;
  await stores.secrets.set('demo', 'vendor', KEY, { keys: [sealingKey(testEncryptionKey)], at: clock.now() });
  await putItem(mine.campaigns, 'LOOKS', aStoredCampaign({ campaignId: 'LOOKS' }));
});

let count = 0;
/** A look-up of its own. */
async function aLookup(changes: Partial<Record<keyof Lookup, unknown>> = {}): Promise<string> {
  const lookupId = `lk_${(count += 1)}`;
  const written = {
    ...{ lookupId, url: 'https://v.example/{{ phone_national }}?k={{ secrets.vendor }}' },
    map: [{ field: 'code', jsonPath: '$.code' }],
    ...changes,
  };
  await putItem(world.mine.lookups, lookupId, lookupInputSchema.parse(written));
  return lookupId;
}

/** The check of a look-up about a lead of its own, whose vendor gives these answers one after another. */
async function planned(lookupId: string, answers: readonly OutboundAnswer[], phone = '+14155550132') {
  const { mine, clock } = world;
  const submission = aSubmission({
    submissionId: newId('submission'),
    leadId: newId('lead'),
    campaignId: 'LOOKS',
    data: { firstName: 'Ann', phone, phoneValid: true },
    acceptedAt: clock.now(),
  });
  await world.stores.accept(accepted(submission));
  const { submissionId, leadId } = submission;
  const check: LookupCheck = `lookup.${lookupId}`;
  const effectId = checkId(submissionId, check);
  const effect = {
    ...{ submissionId, leadId, campaignId: 'LOOKS', eventId: newId('event'), effectId },
    ...{ kind: 'check' as const, trigger: `check.${check}`, body: { check } },
  };
  await mine.effects.plan(effect, clock.now(), clock.now());
  const sent: OutboundRequest[] = [];
  const outbound = {
    send: async (request: OutboundRequest) => {
      sent.push(request);
      return answers[sent.length - 1] ?? saying(500, '');
    },
    close: () => undefined,
  };
  return {
    ...{ sent, leadId, submissionId },
    run: () => checksStage.run({ tenantId: 'demo', effectId }, { ...world.deps, outbound }, { first: true }),
    found: async () => (await mine.effects.find(effectId))!,
    code: async () => {
      const { answer = '' } = (await mine.effects.find(effectId))?.attempts.at(-1) ?? {};
      return recallLookup(answer)?.fields['code'];
    },
  };
}

it('a good answer ends the check, and its key is in the request alone', async () => {
  const check = await planned(await aLookup(), [saying(200, { code: 'C', echo: KEY })]);
  await check.run();
  expect(check.sent).toEqual([
    { url: `https://v.example/4155550132?k=${KEY}`, method: 'GET', headers: {}, timeoutMs: 10_000 },
  ]);
  expect([(await check.found()).status, await check.code()]).toEqual(['done', 'C']);
  await check.run();
  expect(check.sent).toHaveLength(1);
  const attempts = await world.mine.attempts.ofGeneration({
    submissionId: (await check.found()).effectId,
    generation: 0,
  });
  expect(JSON.stringify([await check.found(), attempts])).not.toContain(KEY);
});

it('a vendor is asked again once, when it wants to be, and what it said stands without the key', async () => {
  const check = await planned(await aLookup(), [
    saying(503, `busy ${KEY}`, { 'retry-after': '20' }),
    saying(200, { code: 'C' }),
  ]);
  const { againAt } = await check.run();
  expect(againAt).toEqual(new Date(world.clock.now().getTime() + 20_000));
  expect(JSON.stringify(await check.found())).not.toContain(KEY);
  await check.run();
  expect([check.sent.length, await check.code()]).toEqual([2, 'C']);
});

it.each<[string, readonly OutboundAnswer[], number]>([
  ['twice without an answer', [saying(500, ''), saying(500, '')], 2],
  ['a refused key', [saying(401, '')], 1],
])('after %s nobody is asked, and the check has failed', async (_what, answers, calls) => {
  const check = await planned(await aLookup(), answers);
  await check.run();
  await check.run();
  await check.run();
  expect([check.sent.length, (await check.found()).status]).toEqual([calls, 'failed']);
});

it.each<[OwnReason, object]>([
  ['secret_missing', { url: 'https://v.example/?k={{ secrets.none }}' }],
  ['no_longer_configured', { active: false }],
  ['template_failed', { method: 'POST', body: '{ "x": {{ firstName }} }' }],
])('%s asks nobody', async (reason, changes) => {
  const check = await planned(await aLookup(changes), []);
  await check.run();
  expect([check.sent.length, (await check.found()).reason]).toEqual([0, reason]);
});

it('an answer answers the same request for its days, and goes with each lead that it is about', async () => {
  const lookupId = await aLookup({ cacheDays: 2 });
  const good = saying(200, { code: 'C' });
  const first = await planned(lookupId, [good]);
  await first.run();
  const same = await planned(lookupId, [good]);
  await same.run();
  expect([same.sent.length, (await same.found()).reason, await same.code()]).toEqual([0, 'cached', 'C']);
  const other = await planned(lookupId, [good], '+14155550133');
  await other.run();
  expect(other.sent).toHaveLength(1);

  const kept = () => world.db.collection('lookupAnswers').countDocuments({ leadIds: first.leadId });
  expect(await kept()).toBe(1);
  expect(await world.mine.removal.erase(same.leadId)).toBeDefined();
  expect(await kept()).toBe(0);

  world.clock.advance(2 * 24 * 3_600_000 + 1);
  const later = await planned(lookupId, [good], '+14155550133');
  await later.run();
  expect(later.sent).toHaveLength(1);
});

it('an answer is about 1,000 leads at most, and one in place of a full or expired one about those that it was given', async () => {
  const lookupId = await aLookup({ cacheDays: 2 });
  const ask = async (code: string) => {
    const check = await planned(lookupId, [saying(200, { code })]);
    await check.run();
    return check;
  };
  const answers = world.db.collection('lookupAnswers');
  const about = async (leadId: string) =>
    (await answers.findOne({ leadIds: leadId }))?.['leadIds'] as unknown;
  const first = await ask('C');
  const others = Array.from({ length: 998 }, (_, n) => `lead_other${n}`);
  await answers.updateOne({ leadIds: first.leadId }, { $push: { leadIds: { $each: others } } } as object);
  const last = await ask('D');
  expect([last.sent.length, await about(last.leadId)]).toEqual([0, [first.leadId, ...others, last.leadId]]);
  const next = await ask('E');
  expect([await next.code(), await about(next.leadId)]).toEqual(['E', [next.leadId]]);
  expect(await about(last.leadId)).toBeUndefined();

  world.clock.advance(2 * 24 * 3_600_000 + 1);
  const later = await ask('F');
  expect(await about(later.leadId)).toEqual([later.leadId]);
  await world.mine.removal.erase(later.leadId);
  expect(await about(later.leadId)).toBeUndefined();
});

it('what is no good answer is not kept for others', async () => {
  const lookupId = await aLookup({ cacheDays: 2, goodWhen: { jsonPath: '$.success', equals: true } });
  const bad = saying(200, { success: false, code: 'C' });
  const first = await planned(lookupId, [bad, bad]);
  await first.run();
  await first.run();
  expect((await first.found()).reason).toBe('answer_unusable');
  const same = await planned(lookupId, [saying(200, { success: true, code: 'D' })]);
  await same.run();
  expect([same.sent.length, await same.code()]).toEqual([1, 'D']);
});

it('a check whose answer was read already asks nobody, whatever the submission asks now', async () => {
  const lookupId = await aLookup();
  const check = await planned(lookupId, [saying(200, { code: 'C' })]);
  const { submissionId, leadId } = check;
  const asking = (id: string, generation: number) =>
    world.mine.journal.record(
      { submissionId, leadId },
      'qualification',
      generation,
      { kind: 'asking', check: `lookup.${id}`, trace: [] },
      world.clock.now(),
    );
  await asking(lookupId, 0);
  await asking('lk_next', 1);
  await check.run();
  expect([check.sent.length, (await check.found()).reason]).toEqual([0, 'decided_before']);
});
