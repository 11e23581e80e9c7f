import type { Decision, Stage, RecordedDecision, SubmissionStatus } from '@sluice/contracts';
import { nextJob } from './next-job.js';

const recorded = (stage: Stage, generation: number, decision: Decision): RecordedDecision => ({
  stage,
  generation,
  decision: decision,
  decidedAt: new Date(0),
});
const trace = [] as const;
const qualified = recorded('qualification', 0, { kind: 'qualified', trace });
const held = (generation: number) =>
  recorded('routing', generation, {
    kind: 'held',
    reason: 'daily_limit_full',
    campaignId: 'ACMRU',
    until: new Date(0),
    waitsFor: [],
    trace,
  });
const routed = (generation: number) =>
  recorded('routing', generation, {
    kind: 'routed',
    campaignId: 'ACMRU',
    clientId: 'cli_acme',
    slots: [],
    reservedAt: new Date(0),
    trace,
  });

describe('nextJob', () => {
  it.each<[string, RecordedDecision[], unknown, SubmissionStatus?]>([
    ['nothing decided: qualification', [], { stage: 'qualification', generation: 0 }],
    [
      'qualified: qualification again, which plans the effects that were not planned yet and advances',
      [qualified],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'held and at rest: routing, one generation on',
      [qualified, held(0), held(1)],
      { stage: 'routing', generation: 2 },
      'queued',
    ],
    [
      'held and not at rest yet: the same generation, to finish the hold',
      [qualified, held(0)],
      { stage: 'routing', generation: 0 },
    ],
    [
      'routed: delivery under the generation of the route',
      [qualified, held(0), routed(1)],
      { stage: 'delivery', generation: 1 },
    ],
    [
      'an ending at delivery: delivery again, to settle what it left',
      [qualified, held(0), routed(1), recorded('delivery', 0, { kind: 'rejected', reason: 'no', trace })],
      { stage: 'delivery', generation: 1 },
    ],
    [
      'an ending at qualification: qualification again',
      [recorded('qualification', 0, { kind: 'duplicate', reason: 'duplicate_phone', trace })],
      { stage: 'qualification', generation: 0 },
    ],
    [
      'a superseded hold: the routing generation that says so',
      [qualified, held(0), recorded('routing', 1, { kind: 'superseded', by: 'sub_2', trace })],
      { stage: 'routing', generation: 1 },
    ],
    [
      'an answer is awaited: qualification again, in case nobody asked for it yet',
      [recorded('qualification', 0, { kind: 'awaiting_action', trace })],
      { stage: 'qualification', generation: 0 },
    ],
  ])('%s', (_name, history, expected, status = 'pending') => {
    expect(nextJob(history, status)).toEqual(expected);
  });
});
