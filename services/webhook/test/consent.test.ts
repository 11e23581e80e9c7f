/** The worker of checks sends the key to the configured address alone, and asks about a certificate three times at most. */
import { campaignSchema, type ConsentCheck, type SubmissionRecord } from '@sluice/contracts';
import { checkId, consentCheck, recallConsent } from '@sluice/domain';
import { newId } from '@sluice/process';
import type { OutboundAnswer, OutboundRequest } from '@sluice/providers';
import { sealingKey } from '@sluice/store';
import {
  accepted,
  aStoredCampaign,
  aSubmission,
  duringTests,
  putItem,
  testEncryptionKey,
} from '@sluice/testing';
import { checksStage } from '../src/checks-stage.js';
import { openWebhookWorker, saying } from './webhook-worker.js';

const world = duringTests(openWebhookWorker);
const KEY = 'key-of-ours';
const baseUrl = 'https://stand-in.example/trustedform';
beforeAll(async () => {
  const { stores, mine, clock } = world;
  const sealing = { keys: [sealingKey(testEncryptionKey)], at: clock.now() };
  await stores.secrets.setCredentials('demo', 'trustedform', { apiKey: KEY, baseUrl }, sealing);
  const { consent } = campaignSchema.shape;
  const asked = consent.parse({ trustedForm: { retain: 'at_qualification' } });
  await putItem(
    mine.campaigns,
    'CERTS',
    aStoredCampaign({ campaignId: 'CERTS', ...(asked && { consent: asked }) }),
  );
});

/** The check of the certificate `id` of a lead that has this address, which gets these answers one after another. */
async function planned(
  id: string,
  trustedFormCertUrl: string,
  answers: readonly OutboundAnswer[],
  { step, of }: { readonly step?: 'early' | 'match'; readonly of?: SubmissionRecord } = {},
) {
  const { mine, clock } = world;
  const own = aSubmission({
    submissionId: newId('submission'),
    leadId: newId('lead'),
    campaignId: 'CERTS',
    data: {
      email: 'ann@mail.example',
      phone: '+14155550132',
      phoneValid: true,
      compliance: { trustedFormCertUrl },
    },
    acceptedAt: clock.now(),
  });
  const submission = of ?? own;
  if (!of) await world.stores.accept(accepted(own));
  const { submissionId, leadId } = submission;
  const check: ConsentCheck = consentCheck(id, step);
  const effectId = checkId(submissionId, check);
  const effect = {
    ...{ submissionId, leadId, campaignId: 'CERTS', eventId: newId('event'), effectId },
    ...{
      kind: 'check' as const,
      trigger: 'check.consent',
      body: { check, field: 'compliance.trustedFormCertUrl' },
    },
  };
  await mine.effects.plan(effect, clock.now(), clock.now());
  const sent: OutboundRequest[] = [];
  const outbound = {
    send: async (request: OutboundRequest) => {
      sent.push(request);
      return answers[sent.length - 1] ?? saying(500, {});
    },
    close: () => undefined,
  };
  return {
    ...{ sent, submission, submissionId },
    run: () => checksStage.run({ tenantId: 'demo', effectId }, { ...world.deps, outbound }, { first: true }),
    found: async () => (await mine.effects.find(effectId))!,
  };
}
const urlOf = (id: string) => `https://cert.trustedform.com/${id}`;

it('one call to the configured address matches and retains, and its answer is kept without the key', async () => {
  const results = {
    expires_at: '2031-01-01',
    masked_cert_url: 'https://m.example',
    share_url: 'https://secret',
  };
  const good = saying(200, { outcome: 'success', retain: { results }, echo: KEY });
  const check = await planned('good', urlOf('good'), [good]);
  await check.run();
  expect(check.sent.map(({ url, method }) => [method, url])).toEqual([['POST', `${baseUrl}/good`]]);
  expect(JSON.parse(check.sent[0]?.body ?? '')).toEqual({
    match_lead: { email: 'ann@mail.example', phone: '+14155550132' },
    retain: { reference: check.submissionId },
  });
  const found = await check.found();
  expect(recallConsent(found.attempts.at(-1)?.answer ?? '')).toMatchObject({
    status: 'ok',
    maskedUrl: 'https://m.example',
  });
  expect(JSON.stringify(found)).not.toMatch(/key-of-ours|secret/);
  await check.run();
  expect(check.sent).toHaveLength(1);
});

it('a certificate that is no longer the one of the check is not asked about', async () => {
  const check = await planned('one', urlOf('two'), []);
  await check.run();
  expect([check.sent.length, (await check.found()).status]).toEqual([0, 'failed']);
});

it('a server that fails is asked three times, a refused key once, and neither answer quotes the key', async () => {
  const failing = await planned('busy', urlOf('busy'), []);
  for (let n = 0; n < 5; n += 1) {
    await failing.run();
    world.clock.advance(40_000);
  }
  expect([failing.sent.length, (await failing.found()).status]).toEqual([3, 'failed']);
  const refused = await planned('refused', urlOf('refused'), [saying(401, { reason: `bad ${KEY}` })]);
  for (let n = 0; n < 2; n += 1) await refused.run();
  expect([refused.sent.length, (await refused.found()).status]).toEqual([1, 'failed']);
  expect(JSON.stringify(await refused.found())).not.toContain(KEY);
});

it('the certificate of a lead that is held is retained, although nobody waits for that', async () => {
  const good = saying(200, { outcome: 'success', retain: { results: {} } });
  const check = await planned('held', urlOf('held'), [good], { step: 'early' });
  const decision = { kind: 'qualified', trace: [] } as const;
  const submission = (await world.mine.submissions.find(check.submissionId))!;
  await world.mine.journal.record(submission, 'qualification', 0, decision, world.clock.now());
  await check.run();
  expect(JSON.parse(check.sent[0]?.body ?? '')).toMatchObject({ retain: { reference: check.submissionId } });
  const { status, attempts } = await check.found();
  expect([status, recallConsent(attempts.at(-1)?.answer ?? '')?.status]).toEqual(['done', 'ok']);
});

describe('a lead that goes on while its certificate is retained early', () => {
  const answerOf = async ({ found }: Pick<Awaited<ReturnType<typeof planned>>, 'found'>) => {
    const { status, attempts } = await found();
    return [status, recallConsent(attempts.at(-1)?.answer ?? '')?.status];
  };

  it.each([undefined, 'match'] as const)(
    'waits for that answer, and asks nobody itself (%s)',
    async (step) => {
      const good = saying(200, { outcome: 'success', retain: { results: {} } });
      const id = `both-${step}`;
      const early = await planned(id, urlOf(id), [good], { step: 'early' });
      const next = await planned(id, urlOf(id), [good], { of: early.submission, ...(step && { step }) });
      expect(await next.run()).toMatchObject({ againAt: expect.any(Date) as unknown });
      expect([next.sent.length, (await next.found()).status]).toEqual([0, 'due']);
      await early.run();
      await next.run();
      expect([early.sent.length, next.sent.length]).toEqual([1, 0]);
      expect(await answerOf(next)).toEqual(['done', 'ok']);
    },
  );

  it('is asked about in its turn once that has failed', async () => {
    const good = saying(200, { outcome: 'success', retain: { results: {} } });
    const early = await planned('fails', urlOf('fails'), [saying(401, {})], { step: 'early' });
    const next = await planned('fails', urlOf('fails'), [good], { of: early.submission });
    await next.run();
    await early.run();
    await next.run();
    expect([early.sent.length, next.sent.length]).toEqual([1, 1]);
    expect(await answerOf(next)).toEqual(['done', 'ok']);
  });
});
