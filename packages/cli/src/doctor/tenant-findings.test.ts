import {
  answersUnrecognised,
  circuitOpenedByHand,
  valuesUnread,
  withoutVerdicts,
} from './tenant-findings.js';

const order = {
  receiver: 'end_acme',
  by: 'nadia',
  reason: 'they migrate',
  at: new Date('2026-03-01T02:14:00Z'),
};

describe("the doctor's finding of a circuit that a person opened", () => {
  it('says who opened it, when and why, until when, and how it is closed', () => {
    const { problem, remedy } = circuitOpenedByHand('demo', order);
    expect(problem).toBe(
      'Tenant demo: nadia opened the circuit of delivery endpoint end_acme by hand at 2026-03-01T02:14:00.000Z (“they migrate”); it is not called until it is closed by hand, and its leads wait.',
    );
    expect(remedy).toContain('`sluice circuits close end_acme --tenant demo`');
    const until = new Date('2026-03-01T06:00:00Z');
    expect(circuitOpenedByHand('demo', { ...order, until }).problem).toContain(
      'until 2026-03-01T06:00:00.000Z',
    );
  });

  it('quotes a receiver that is a client, for the shell', () => {
    expect(circuitOpenedByHand('demo', { ...order, receiver: 'client cli_1' }).remedy).toContain(
      "close 'client cli_1' --tenant",
    );
  });
});

it("the doctor's finding of a rule that cannot read its values names the rule and how many", () => {
  const unreadAt = new Date('2026-03-01T02:14:00Z');
  const rule = { tenantId: 'demo', campaignId: 'ACMRU', field: 'debt', operator: 'greater_than', unreadAt };
  const { area, problem, remedy } = valuesUnread({ ...rule, unread: 12, of: 100, wanted: 'number' });
  expect(area).toBe('leads');
  expect(problem).toBe(
    'Tenant demo: a rule of campaign ACMRU on debt (greater_than) could not read 12 of its last 100 values as a number, the latest at 2026-03-01T02:14:00.000Z.',
  );
  expect(remedy).toContain('neither the rule nor its negation');
});

describe("the doctor's finding of answers that are not recognised", () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const at = new Date('2026-03-01T02:14:00Z');
  const answer = { at, leadId: 'lead_1', submissionId: 'sub_1', n: 1, outcome: 'accepted', durationMs: 5 };
  const health = {
    tenantId: 'demo',
    receiver: 'end_acme',
    circuit: [],
    lastUnreadableAt: at,
    answers: [answer, { ...answer, unreadable: true as const }],
  };

  it('says how many of the latest, and what becomes of their leads', () => {
    const [finding] = answersUnrecognised(health, now);
    expect(finding?.problem).toBe(
      'Tenant demo: 1 of the last 2 answers of delivery endpoint end_acme are not what its response rules read, the latest at 2026-03-01T02:14:00.000Z.',
    );
    expect(finding?.remedy).toContain('onUnreadable');
  });

  it('ends a day after the last of them, and when they are no longer among the latest answers', () => {
    expect(answersUnrecognised(health, new Date('2026-03-02T02:15:00Z'))).toEqual([]);
    expect(answersUnrecognised({ ...health, answers: [answer] }, now)).toEqual([]);
  });
});

it("the doctor's finding of a language model without verdicts says how many of its answers, and ends after a day", () => {
  const at = new Date('2026-03-01T02:14:00Z');
  const whole = { at, leadId: 'lead_1', submissionId: 'sub_1', n: 1, outcome: 'accepted', durationMs: 5 };
  const answers = Array.from({ length: 20 }, (_, n) =>
    n < 3 ? { ...whole, unreadable: true as const } : whole,
  );
  const health = { tenantId: 'demo', receiver: 'check.llm', circuit: [], lastUnreadableAt: at, answers };
  const [finding] = withoutVerdicts(health, new Date('2026-03-01T12:00:00Z'));
  expect(finding?.problem).toBe(
    'Tenant demo: 3 of the last 20 answers of its language model hold no whole verdict, the latest at 2026-03-01T02:14:00.000Z.',
  );
  expect(finding?.remedy).toContain('aiOnError');
  expect(withoutVerdicts(health, new Date('2026-03-02T02:15:00Z'))).toEqual([]);
  const few = { ...health, answers: answers.slice(1) };
  expect(withoutVerdicts(few, at)).toHaveLength(1);
  expect(withoutVerdicts({ ...health, answers: answers.slice(2) }, at)).toEqual([]);
});
