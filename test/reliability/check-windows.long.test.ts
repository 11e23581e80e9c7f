import { eventually } from '@sluice/testing';
import { Redis } from 'ioredis';
import type { Receipt } from '../installation/affiliate.js';
import { submitUntilDeath, type Death } from '../installation/dying-process.js';
import { modelTenant } from '../installation/model-tenant.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

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
const code = (index: number) => `W${String(index).padStart(2, '0')}`;
const marker = (index: number) => `about-window-${index}-only`;
const criteria = ['Was injured'];

let tenant: TestTenant;
const receipts: Receipt[] = [];
beforeAll(async () => {
  tenant = await startTenant(
    {
      // No webhooks, whose sending would reach the same failpoints.
      settings: {},
      ...modelTenant(criteria),
      campaigns: [...windows.map((_, index) => code(index)), 'EMPTY'].map((campaignId) => ({
        campaignId,
        name: 'window',
        clientId: 'cli_m',
        offerId: 'off_m',
        settings: { aiQualificationEnabled: true, aiOnError: 'hold' },
      })),
    },
    {
      services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'],
      apart: ['qualification', 'webhook'],
    },
  );
  for (const [index, window] of windows.entries()) {
    const receipt = await submitUntilDeath(tenant, window, code(index), {
      questionnaire: { story: marker(index) },
    });
    receipts.push(receipt);
    // The next window kills the same processes, which would cost this lead its second call.
    await tenant.atRest(receipt, 150_000);
  }
}, 600_000);
afterAll(() => tenant?.stop(), 60_000);

/** The questions about the lead whose answer has this marker. */
const about = (text: string) =>
  tenant.received('/llm/v1/chat/completions').filter(({ body }) => body.includes(text));

it.each(windows.map((window, index) => ({ ...window, index })))(
  'a $service worker that dies $name ($run) loses no lead, and asks about it $asked times',
  async ({ index, asked }) => {
    const receipt = receipts[index]!;
    expect((await tenant.atRest(receipt, 150_000)).status).toBe('delivered');
    expect(about(marker(index))).toHaveLength(asked);
    const decided = (await tenant.decisions(receipt)).map(
      ({ stage, decision: { kind } }) => `${stage} ${kind}`,
    );
    expect(decided).toEqual([
      'qualification asking',
      'qualification qualified',
      'routing routed',
      'delivery delivered',
    ]);
    expect(tenant.received('/buyers/m').filter(({ body }) => body.includes(receipt.leadId))).toHaveLength(1);
  },
  180_000,
);

it('an emptied Redis loses no question', async () => {
  const { installation } = tenant;
  installation.signal('webhook', 'SIGSTOP');
  const receipt = await tenant.submit('EMPTY', { questionnaire: { story: 'about-the-emptied-one' } });
  await eventually('it is asked about', async () => (await tenant.decisions(receipt)).length > 0);
  const redis = new Redis(installation.backends.redisUrl);
  await redis.flushall();
  redis.disconnect();
  installation.signal('webhook', 'SIGCONT');
  expect((await tenant.atRest(receipt, 150_000)).status).toBe('delivered');
  expect(about('about-the-emptied-one')).toHaveLength(1);
}, 180_000);
