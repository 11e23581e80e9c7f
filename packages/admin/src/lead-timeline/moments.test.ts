import type { Effect, SubmissionKind, SubmissionRecord, TraceEntry } from '@sluice/contracts';
import { effectMoment, submissionMoments } from './moments.js';

it.each<[SubmissionKind, string]>([
  ['submit', 'Submitted to campaign ACMRU.'],
  ['import', 'Imported, without delivery, into campaign ACMRU.'],
  ['repost', 'Reposted to campaign ACMRU.'],
  ['deliver', 'Sent by hand to campaign ACMRU.'],
  ['move', 'Moved to campaign ACMRU.'],
])(
  'a timeline says of a new submission of kind %s what was asked for, and claims no delivery',
  (kind, text) => {
    const submission: SubmissionRecord = {
      tenantId: 'alpha',
      submissionId: 'sub_1',
      leadId: 'lead_1',
      campaignId: 'ACMRU',
      kind,
      isTest: false,
      data: {},
      acceptedAt: new Date(0),
      first: true,
      status: 'pending',
    };
    const moments = submissionMoments(
      { submission, decisions: [], attempts: [], effects: [] },
      () => undefined,
      { zone: 'UTC', reveal: false },
    );
    expect(moments.map(({ what }) => what.text)).toEqual([text]);
  },
);

it('a timeline says below a conversion event what was left out of it', () => {
  const left = (at: string, because: string): TraceEntry => ({
    looked: 'tracking',
    at,
    verdict: 'skipped',
    because,
  });
  const effect: Effect = {
    tenantId: 'alpha',
    effectId: 'eff_1',
    eventId: 'evt_1',
    kind: 'pixel',
    trigger: 'lead_delivered',
    submissionId: 'sub_1',
    leadId: 'lead_1',
    campaignId: 'ACMRU',
    status: 'done',
    body: {},
    createdAt: new Date(0),
    attempts: [
      {
        at: new Date(0),
        durationMs: 5,
        outcome: 'done',
        status: 200,
        trace: [
          left('attribution.fbc', 'cut_short'),
          left('attribution.params.ttclid', 'unfilled_macro'),
          left('attribution.captureUrl', 'unfilled_parameters'),
        ],
      },
    ],
  };
  const { what } = effectMoment(effect, { zone: 'UTC', reveal: false });
  expect(what).toMatchObject({ text: 'Pixel lead_delivered: done.', tone: 'good' });
  expect(what.of?.map(({ text }) => text)).toEqual([
    'A value that was cut short was left out: attribution.fbc.',
    'A macro that was not filled in was left out: attribution.params.ttclid.',
    'A parameter of the page that was not filled in was left out: attribution.captureUrl.',
  ]);
});
