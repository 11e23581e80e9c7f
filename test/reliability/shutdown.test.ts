import { countsAtRest, leadBody, submit } from '../harness/affiliate.js';
import { eventually, startInstallation, type Installation } from '../harness/installation.js';

const buyer = '/buyers/acme';
// Below Kubernetes' grace period of 30 s, with room for what the platform does first.
const GRACE_MS = 15_000;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const keysAtBuyer = () =>
  installation.sink
    .received({ path: buyer, limit: 1_000 })
    .map(({ headers }) => headers['idempotency-key'] ?? '');

describe('a worker that is told to stop', () => {
  it('with a hanging buyer, is gone within its grace period; the lead is delivered under the same key', async () => {
    installation.sink.script({ path: buyer, mode: 'hang' });
    const told = await submit(installation, leadBody(1));
    await eventually('the buyer has the lead', () => keysAtBuyer().length === 1);
    const toldAt = performance.now();
    installation.signal('delivery', 'SIGTERM');
    expect(await installation.ended('delivery')).toEqual({ code: 0, signal: null });
    expect(performance.now() - toldAt).toBeLessThan(GRACE_MS);
    installation.sink.unscript(buyer);
    await installation.restart('delivery');
    expect(await countsAtRest(installation, [told], 90_000)).toEqual({ delivered: 1 });
    expect(new Set(keysAtBuyer())).toEqual(new Set([`${told.submissionId}.delivery`]));
  }, 150_000);

  it.each(['qualification', 'routing', 'delivery'] as const)(
    'is ready no more at once, finishes what runs, and loses nothing (%s)',
    async (service) => {
      const bodies = Array.from({ length: 60 }, (_, n) => leadBody(service.length * 1_000 + n));
      const posting = Promise.all(bodies.map((body) => submit(installation, body)));
      installation.signal(service, 'SIGTERM');
      const gone = installation.ended(service);
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

describe('a gateway that is told to stop', () => {
  it('answers what it has taken, takes no more, and what it accepted is delivered', async () => {
    const bodies = Array.from({ length: 80 }, (_, n) => leadBody(20_000 + n));
    const posting = bodies.map((body) => submit(installation, body));
    await Promise.race(posting);
    installation.signal('gateway', 'SIGTERM');
    const answers = await Promise.allSettled(posting);
    expect(await installation.ended('gateway')).toEqual({ code: 0, signal: null });
    const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(told.length).toBeGreaterThan(0);
    // Whoever was not answered was not connected yet: nobody was cut off in the middle of an answer.
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(String(answer.reason)).toMatch(/fetch failed/);
    }
    await installation.restart('gateway');
    expect(await countsAtRest(installation, told)).toEqual({ delivered: told.length });
  }, 90_000);
});
