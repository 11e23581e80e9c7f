/** A worker that was frozen before its call calls nobody: neither a model nor a person, and the next attempt goes at once. */
import { checkId, voiceCallId } from '@sluice/domain';
import { newId } from '@sluice/process';
import type { OutboundAnswer } from '@sluice/providers';
import { sealingKey } from '@sluice/store';
import {
  accepted,
  aStoredCampaign,
  aSubmission,
  duringTests,
  frozenBefore,
  putItem,
  testEncryptionKey,
} from '@sluice/testing';
import { checksStage } from '../src/checks-stage.js';
import { openWebhookWorker } from './webhook-worker.js';

const world = duringTests(openWebhookWorker);
const campaignId = 'CALLS';
beforeAll(async () => {
  const { stores, mine, clock } = world;
  const at = { keys: [sealingKey(testEncryptionKey)], at: clock.now() };
  await stores.secrets.setCredentials('demo', 'llm', { baseUrl: 'https://llm.example', model: 'one' }, at);
  await stores.secrets.setCredentials('demo', 'retell', { apiKey: 'KEY' }, at);
  await putItem(mine.phoneNumbers, 'pho_1', {
    phoneNumberId: 'pho_1',
    phoneNumber: '+12125550100',
    provider: 'console',
    sms: false,
  });
  const campaign = aStoredCampaign({
    campaignId,
    phoneNumberId: 'pho_1',
    firstSubmissionAction: { action: 'voice_ai' },
    campaignAiAgents: { voice: { agentId: 'agent_1' } },
  });
  await putItem(mine.campaigns, campaignId, campaign);
});

const silent: OutboundAnswer = { kind: 'failed', reason: 'refused', mayHaveArrived: false, durationMs: 1 };

/** An effect of this kind, about a submission of its own. */
async function planned(kind: 'check' | 'call') {
  const { mine, clock } = world;
  const submission = aSubmission({
    submissionId: newId('submission'),
    leadId: newId('lead'),
    campaignId,
    data: { firstName: 'Ann', phone: '+14155550132', phoneValid: true },
    acceptedAt: clock.now(),
  });
  await world.stores.accept(accepted(submission));
  const { submissionId, leadId } = submission;
  const ids = { submissionId, leadId, campaignId, eventId: newId('event') };
  const effect =
    kind === 'check'
      ? {
          ...ids,
          kind,
          effectId: checkId(submissionId, 'llm'),
          trigger: 'check',
          body: { check: 'llm' as const, criteria: ['Was injured'] },
        }
      : {
          ...ids,
          kind,
          effectId: voiceCallId(submissionId),
          trigger: 'lead.first_submission_action',
          body: { interactionId: newId('interaction') },
        };
  await mine.effects.plan(effect, clock.now(), clock.now());
  const { effectId } = effect;
  let calls = 0;
  const outbound = {
    send: async () => {
      calls += 1;
      return silent;
    },
    close: () => undefined,
  };
  const run = (stores = world.stores) =>
    checksStage.run({ tenantId: 'demo', effectId }, { ...world.deps, outbound, stores }, { first: true });
  const frozen = () =>
    run(frozenBefore(world.stores, 'attempts', 'claim', async () => world.clock.advance(60_000)));
  return { run, frozen, calls: () => calls, found: () => mine.effects.find(effectId) };
}

it.each(['check', 'call'] as const)('a %s', async (kind) => {
  const { run, frozen, calls, found } = await planned(kind);
  const { outcome, againAt } = await frozen();
  expect({ outcome, againAt, calls: calls() }).toEqual({
    outcome: 'retry',
    againAt: world.clock.now(),
    calls: 0,
  });
  expect(await found()).toMatchObject({ status: 'due', attempts: [{ outcome: 'retry', error: 'not_sent' }] });
  await run();
  expect(calls()).toBe(1);
});

it('a check is asked even if that was the last time', async () => {
  const { run, frozen, calls, found } = await planned('check');
  await run();
  await frozen();
  expect(await found()).toMatchObject({ status: 'due' });
  await run();
  expect([calls(), (await found())?.status]).toEqual([2, 'failed']);
});
