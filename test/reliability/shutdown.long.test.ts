import { buyerServices } from '@sluice/local';
import { call, countsAtRest, leadBody, submit, type Receipt } from '../installation/affiliate.js';
import { eventually } from '@sluice/testing';
import { startInstallation, type Installation } from '../installation/installation.js';
import { stopNoticed } from './stop-noticed.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    services: buyerServices,
    apart: buyerServices,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(() => installation.stop(), 60_000);

describe('a worker that gets SIGTERM', () => {
  it.each(['qualification', 'routing', 'delivery'] as const)(
    'is not ready from then on, finishes its running jobs, and loses nothing (%s)',
    async (service) => {
      const bodies = Array.from({ length: 60 }, (_, n) => leadBody(service.length * 1_000 + n));
      const posting = Promise.all(bodies.map((body) => submit(installation, body)));
      const gone = installation.ended(service);
      await stopNoticed(installation, service);
      const ready = await fetch(`${installation.healthUrl(service)}/readyz`).then(
        ({ status }) => status,
        () => 'gone' as const,
      );
      expect([503, 'gone']).toContain(ready);
      expect(await gone).toEqual({ code: 0, signal: null });
      await installation.restart(service);
      expect(await countsAtRest(installation, await posting, 60_000)).toEqual({ delivered: 60 });
    },
    90_000,
  );
});

describe('a gateway that gets SIGTERM', () => {
  it('answers the requests it has received, accepts no more, and every accepted lead is delivered', async () => {
    const bodies = Array.from({ length: 80 }, (_, n) => leadBody(20_000 + n));
    const posting = bodies.map((body) => submit(installation, body));
    await Promise.race(posting);
    installation.signal('gateway', 'SIGTERM');
    const answers = await Promise.allSettled(posting);
    expect(await installation.ended('gateway')).toEqual({ code: 0, signal: null });
    const receipt = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(receipt.length).toBeGreaterThan(0);
    // A request without an answer was never connected: no answer was interrupted.
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(String(answer.reason)).toMatch(/fetch failed/);
    }
    await installation.restart('gateway');
    expect(await countsAtRest(installation, receipt)).toEqual({ delivered: receipt.length });
  }, 90_000);

  it('answers all that wait for an outcome with what stands, and their leads go on', async () => {
    const WAITING = 60;
    // Nothing becomes of their leads while nobody qualifies.
    installation.signal('qualification', 'SIGSTOP');
    let stopping = false;
    const waiting = Array.from({ length: WAITING }, async (_, n) => {
      const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
        method: 'POST',
        headers: {
          'X-API-Key': installation.apiKey,
          'Content-Type': 'application/json',
          Prefer: 'wait=10',
        },
        body: JSON.stringify(leadBody(30_000 + n)),
      });
      const { data } = (await response.json()) as { data: Receipt & { status: string } };
      return { ...data, applied: response.headers.get('preference-applied'), stopping };
    });
    await eventually('they are accepted', async () => {
      const { data } = await call(installation, 'GET', '/leads?status=pending&limit=100');
      return (data['leads'] as unknown[]).length === WAITING;
    });
    stopping = true;
    installation.signal('gateway', 'SIGTERM');
    const answers = await Promise.all(waiting);
    expect(await installation.ended('gateway')).toEqual({ code: 0, signal: null });
    installation.signal('qualification', 'SIGCONT');
    const answered = answers.filter((answer) => answer.stopping);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.filter(({ status, applied }) => status !== 'pending' || applied !== null)).toEqual([]);
    await installation.restart('gateway');
    expect(await countsAtRest(installation, answers)).toEqual({ delivered: WAITING });
  }, 90_000);
});
