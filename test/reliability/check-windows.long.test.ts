import { eventually } from '@sluice/testing';
import { Redis } from 'ioredis';
import type { Death } from '../installation/dying-process.js';
import { modelTenant } from '../installation/model-tenant.js';
import { playLeadWindows, windowCampaign } from './lead-windows.js';

/** A process ends between the question about a lead and the decision with its answer. */
interface Window extends Death {
  /** How often the model is asked about the lead. */
  readonly asked: number;
}

const windows: readonly Window[] = [
  // Qualification, before and after it hands the question on.
  { service: 'qualification', name: 'after-load', run: 1, asked: 1 },
  { service: 'qualification', name: 'after-decision-before-advance', run: 1, asked: 1 },
  { service: 'qualification', name: 'after-effect-before-enqueue', run: 1, asked: 1 },
  // The question.
  { service: 'webhook', name: 'after-effect-load', run: 1, asked: 1 },
  // Claimed, and the worker died before the call: it counts as a call without an answer.
  { service: 'webhook', name: 'after-attempt-before-call', run: 1, asked: 1 },
  // Called, and nothing is known of the answer: asked a second and last time.
  { service: 'webhook', name: 'after-call-before-outcome', run: 1, asked: 2 },
  // The answer is recorded with the attempt, or with the check: nobody is asked again.
  { service: 'webhook', name: 'after-effect-call-before-record', run: 1, asked: 1 },
  { service: 'webhook', name: 'after-outcome-before-decision', run: 1, asked: 1 },
  // Qualification, before and after it decides with the answer.
  { service: 'qualification', name: 'after-load', run: 2, asked: 1 },
  { service: 'qualification', name: 'after-decision-before-advance', run: 2, asked: 1 },
];
const marker = (index: number) => `about-window-${index}-only`;
const criteria = ['Was injured'];

const played = playLeadWindows(windows, {
  fields: {
    ...modelTenant(criteria),
    campaigns: [...windows.map((_, index) => windowCampaign(index)), 'EMPTY'].map((campaignId) => ({
      campaignId,
      name: 'window',
      clientId: 'cli_m',
      offerId: 'off_m',
      settings: { aiQualificationEnabled: true, aiOnError: 'hold' },
    })),
  },
  leadOf: (index) => ({ questionnaire: { story: marker(index) } }),
  apart: ['qualification', 'webhook'],
});

/** The questions about the lead whose answer has this marker. */
const about = (text: string) =>
  played.tenant.received('/llm/v1/chat/completions').filter(({ body }) => body.includes(text));

it.each(played.each)(
  'a $service worker that dies $name ($run) loses no lead, and asks about it $asked times',
  async ({ index, asked }) => {
    const receipt = played.receipt(index);
    expect((await played.tenant.atRest(receipt, 150_000)).status).toBe('delivered');
    expect(about(marker(index))).toHaveLength(asked);
    const decided = (await played.tenant.decisions(receipt)).map(
      ({ stage, decision: { kind } }) => `${stage} ${kind}`,
    );
    expect(decided).toEqual([
      'qualification asking',
      'qualification qualified',
      'routing routed',
      'delivery delivered',
    ]);
    expect(
      played.tenant.received('/buyers/m').filter(({ body }) => body.includes(receipt.leadId)),
    ).toHaveLength(1);
  },
  180_000,
);

it('an emptied Redis loses no question', async () => {
  const { installation } = played.tenant;
  installation.signal('webhook', 'SIGSTOP');
  const receipt = await played.tenant.submit('EMPTY', { questionnaire: { story: 'about-the-emptied-one' } });
  await eventually('it is asked about', async () => (await played.tenant.decisions(receipt)).length > 0);
  const redis = new Redis(installation.backends.redisUrl);
  await redis.flushall();
  redis.disconnect();
  installation.signal('webhook', 'SIGCONT');
  expect((await played.tenant.atRest(receipt, 150_000)).status).toBe('delivered');
  expect(about('about-the-emptied-one')).toHaveLength(1);
}, 180_000);
