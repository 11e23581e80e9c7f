import { createMetrics } from '@sluice/process';
import { countEnd, measureDecision } from './measure.js';

const acceptedAt = new Date('2026-03-01T12:00:00.000Z');
const after = (seconds: number) => new Date(acceptedAt.getTime() + seconds * 1000);

type Metrics = ReturnType<typeof createMetrics>;

async function observed(metrics: Metrics, name: 'decisionSeconds' | 'deliverySeconds'): Promise<object[]> {
  const { values } = await metrics[name].get();
  return values
    .filter(({ metricName, value }) => metricName?.endsWith('_sum') === true && value > 0)
    .map(({ labels, value }) => ({ ...labels, value }));
}

describe('the time from acceptance', () => {
  it('to a decision is measured once a lead is routed or ends without being routed', async () => {
    const metrics = createMetrics('test');
    const decided = (stage: 'qualification' | 'routing' | 'delivery', outcome: string, seconds: number) =>
      measureDecision({ metrics }, { acceptedAt }, { stage, outcome, at: after(seconds) });
    decided('qualification', 'qualified', 1);
    decided('routing', 'routed', 2);
    decided('qualification', 'disqualified', 3);
    decided('routing', 'held', 4);
    decided('delivery', 'failed', 5);
    expect(await observed(metrics, 'decisionSeconds')).toEqual([
      { outcome: 'routed', value: 2 },
      { outcome: 'disqualified', value: 3 },
    ]);
    expect(await observed(metrics, 'deliverySeconds')).toEqual([]);
    decided('delivery', 'delivered', 6);
    expect(await observed(metrics, 'deliverySeconds')).toEqual([{ value: 6 }]);
  });

  it('leaves out leads that were ever held, because their campaign determines how long that takes', async () => {
    const metrics = createMetrics('test');
    const held = { acceptedAt, heldAt: 0 };
    measureDecision({ metrics }, held, { stage: 'routing', outcome: 'routed', at: after(3_600) });
    measureDecision({ metrics }, held, { stage: 'delivery', outcome: 'delivered', at: after(3_600) });
    expect(await observed(metrics, 'decisionSeconds')).toEqual([]);
    expect(await observed(metrics, 'deliverySeconds')).toEqual([]);
  });
});

it('submission ends are counted by tenant, status and reason, but never by a reason that a buyer wrote', async () => {
  const metrics = createMetrics('test');
  const count = (stage: 'routing' | 'delivery', kind: 'error' | 'rejected' | 'failed', reason: string) =>
    countEnd({ metrics }, { tenantId: 'demo' }, stage, { kind, reason } as Parameters<typeof countEnd>[3]);
  count('routing', 'error', 'no_route');
  count('delivery', 'rejected', 'We know Ada Lovelace already');
  count('delivery', 'failed', 'unknown_outcome');
  const { values } = await metrics.submissionsEnded.get();
  expect(values.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { tenant: 'demo', status: 'error', reason: 'no_route', value: 1 },
    { tenant: 'demo', status: 'rejected', reason: '', value: 1 },
    { tenant: 'demo', status: 'failed', reason: 'unknown_outcome', value: 1 },
  ]);
});
