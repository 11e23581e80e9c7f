import type { Decision, Routed, Stage, RecordedDecision, SubmissionStatus } from '@sluice/contracts';
import { nextJob, waitsIn } from './next-job.js';

const recorded = (stage: Stage, generation: number, decision: Decision): RecordedDecision => ({
  stage,
  generation,
  decision: decision,
  decidedAt: new Date(0),
});
const trace = [] as const;
const qualified = recorded('qualification', 0, { kind: 'qualified', trace });
const asking = recorded('qualification', 0, { kind: 'asking', check: 'llm', criteria: ['x'], trace });
const held = (generation: number) =>
  recorded('routing', generation, {
    kind: 'held',
    reason: 'daily_limit_full',
    campaignId: 'ACMRU',
    until: new Date(0),
    waitsFor: [],
    trace,
  });
const routed = (generation: number, more: Pick<Routed, 'asked'> = {}) =>
  recorded('routing', generation, {
    kind: 'routed',
    campaignId: 'ACMRU',
    clientId: 'cli_acme',
    reservedAt: new Date(0),
    ...more,
    trace,
  });
const refused = { campaignId: 'OTHER', clientId: 'cli_other', outcome: 'refused', reason: 'no' } as const;
const passedOn = (generation: number) =>
  recorded('delivery', generation, { kind: 'passed_on', reason: 'no', asked: [], trace });

test.each([
  ['routing', [qualified]],
  ['delivery', [qualified, routed(0)]],
  ['routing', [qualified, routed(0), passedOn(0)]],
] as const)('a submission waits in the queue of %s', (queue, history) => {
  expect(waitsIn(history, 'pending')).toBe(queue);
});

describe('the next job of a submission', () => {
  it.each<[string, RecordedDecision[], unknown, SubmissionStatus?]>([
    ['is qualification when nothing is decided', [], { stage: 'qualification', generation: 0 }],
    [
      'is qualification again after qualified, which advances the submission and plans missing effects',
      [qualified],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'is routing in the next generation after a hold whose lead is queued',
      [qualified, held(0), held(1)],
      { stage: 'routing', generation: 2 },
      'queued',
    ],
    [
      'is routing in the same generation after a hold whose lead is not queued yet',
      [qualified, held(0)],
      { stage: 'routing', generation: 0 },
    ],
    [
      'is delivery in the generation of the routing outcome after routed',
      [qualified, held(0), routed(1)],
      { stage: 'delivery', generation: 1 },
    ],
    [
      'is routing again after routed to the next buyer, to tell of the no before it',
      [qualified, routed(0), passedOn(0), routed(1, { asked: [refused] })],
      { stage: 'routing', generation: 1 },
    ],
    [
      'is routing again after routed while the lead is still queued, to end its hold',
      [qualified, held(0), routed(1)],
      { stage: 'routing', generation: 1 },
      'queued',
    ],
    [
      'is delivery again after a final decision of delivery, to complete what follows from it',
      [qualified, held(0), routed(1), recorded('delivery', 1, { kind: 'rejected', reason: 'no', trace })],
      { stage: 'delivery', generation: 1 },
    ],
    [
      'is delivery again after a no that passes the lead on, to give its room back',
      [qualified, routed(0), passedOn(0)],
      { stage: 'delivery', generation: 0 },
    ],
    [
      'is routing after a hold that came after a no',
      [qualified, routed(0), passedOn(0), held(1)],
      { stage: 'routing', generation: 2 },
      'queued',
    ],
    [
      'is qualification again after a final decision of qualification',
      [recorded('qualification', 0, { kind: 'duplicate', reason: 'duplicate_phone', trace })],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'is the routing generation of the decision after a superseded hold',
      [qualified, held(0), recorded('routing', 1, { kind: 'superseded', by: 'sub_2', trace })],
      { stage: 'routing', generation: 1 },
    ],
    [
      'is qualification again while a webhook answer is awaited, in case the call is not planned yet',
      [recorded('qualification', 0, { kind: 'awaiting_action', trace })],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'is the qualification that asked, which lets the submission go on once there is an answer',
      [asking],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'is the generation that decided with the answer',
      [asking, recorded('qualification', 1, { kind: 'qualified', trace })],
      { stage: 'qualification', generation: 1 },
    ],
    [
      'is the generation that ended the submission with the answer',
      [asking, recorded('qualification', 1, { kind: 'disqualified', reason: 'x', trace })],
      { stage: 'qualification', generation: 1 },
    ],
  ])('%s', (_name, history, expected, status = 'pending') => {
    expect(nextJob(history, status)).toEqual(expected);
  });
});
