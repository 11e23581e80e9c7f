/** The certificate of a lead that is held for days, on a clock that the test moves. */
import { campaignSchema, type Campaign } from '@sluice/contracts';
import { checkId, consentCheck } from '@sluice/domain';
import { duringTests, fixedClock } from '@sluice/testing';
import { openRoutingWorker } from './routing-worker.js';

const HOUR_MS = 3_600_000;
const friday = new Date('2026-03-06T18:00:00Z');
const monday = new Date('2026-03-09T09:00:00Z');
const clock = fixedClock(friday);
const world = duringTests(() => openRoutingWorker({ clock }));

const { consent, deliverySchedule } = campaignSchema.shape;
const onMondays = {
  consent: consent.parse({ trustedForm: {} }),
  deliverySchedule: deliverySchedule.parse({
    timezone: 'UTC',
    action: 'queue',
    specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '17:00' }],
  }),
} as Partial<Campaign>;
const check = consentCheck('kept');
const early = `${check}.early` as const;

async function heldOverTheWeekend(campaignId: string, more: Partial<Campaign> = onMondays) {
  clock.set(friday);
  await world.putCampaign(campaignId, [], more);
  const compliance = { trustedFormCertUrl: 'https://cert.trustedform.com/kept' };
  const data = { email: 'ann@mail.example', compliance };
  const submission = await world.qualified(campaignId, { data, acceptedAt: friday });
  await world.route(submission);
  const { submissionId } = submission;
  const checks = async () =>
    (await world.mine.effects.ofSubmission(submissionId)).filter(({ kind }) => kind === 'check');
  const goesOn = async () => {
    clock.set(monday);
    await world.route(submission, 1);
    return world.mine.journal.find(submissionId, 'routing', 1);
  };
  return { submissionId, checks, goesOn };
}

it('is retained before hour 48, once, and not asked about again when the lead goes on', async () => {
  const { submissionId, checks, goesOn } = await heldOverTheWeekend('LONG');
  expect(await world.mine.journal.find(submissionId, 'routing', 0)).toMatchObject({
    kind: 'held',
    until: monday,
  });
  const [planned, ...others] = await checks();
  expect(others).toEqual([]);
  expect(planned).toMatchObject({
    effectId: checkId(submissionId, early),
    status: 'due',
    body: { check: early },
  });
  expect(planned!.createdAt.getTime() - friday.getTime()).toBeLessThan(48 * HOUR_MS);
  const answer = JSON.stringify({ at: friday, status: 'ok' });
  const attempt = { at: friday, durationMs: 5, outcome: 'done' as const, answer };
  await world.mine.effects.progress(planned!.effectId, { status: 'done', attempt }, friday);
  // Released too soon, it is held again.
  clock.set(new Date(friday.getTime() + HOUR_MS));
  await world.route({ submissionId }, 1);
  expect(await checks()).toHaveLength(1);
  expect(await goesOn()).toMatchObject({ kind: 'routed', consent: { kind: 'ask', check: early } });
  expect(await checks()).toHaveLength(1);
});

it('is asked about in its turn if nobody had answered', async () => {
  const { submissionId, checks, goesOn } = await heldOverTheWeekend('SILEN');
  await world.mine.effects.progress(
    checkId(submissionId, early),
    { status: 'failed', reason: 'http_503' },
    friday,
  );
  expect(await goesOn()).toMatchObject({ kind: 'routed', consent: { kind: 'ask', check } });
  expect((await checks()).map(({ effectId }) => effectId).toSorted()).toEqual(
    [check, early].map((one) => checkId(submissionId, one)),
  );
});

it.each<[string, Partial<Campaign>]>([
  ['asks for none', { ...onMondays, consent: undefined }],
  [
    'retains it at qualification',
    { ...onMondays, consent: consent.parse({ trustedForm: { retain: 'at_qualification' } }) },
  ],
])('is left alone where its campaign %s', async (_what, more) => {
  expect(await (await heldOverTheWeekend('NONE', more)).checks()).toEqual([]);
});
