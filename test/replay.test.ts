import type { RunSluice } from '@sluice/testing';
import { countsAtRest, leadBody, submitAll } from './harness/affiliate.js';
import { buyerServices, eventually, startInstallation, type Installation } from './harness/installation.js';

let installation: Installation;
let sluice: RunSluice;
beforeAll(async () => {
  installation = await startInstallation({ services: buyerServices });
  ({ sluice } = installation);
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const LEADS = 250;

/** How often the buyer took each lead. */
function takenPerLead(): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { body, status } of installation.sink.received({ path: '/buyers/acme', limit: 10_000 })) {
    if (status !== 200) continue;
    const { leadId } = JSON.parse(body) as { leadId: string };
    taken.set(leadId, (taken.get(leadId) ?? 0) + 1);
  }
  return taken;
}

describe('sluice replay', () => {
  it('that is killed and started again sends every lead to its buyer once', async () => {
    const { sink } = installation;
    sink.script({ path: '/buyers/acme', status: 422, body: { message: 'we are closed' } });
    const bodies = Array.from({ length: LEADS }, (_, n) => leadBody(n));
    const receipt = await submitAll(installation, bodies);
    expect(await countsAtRest(installation, receipt)).toEqual({ rejected: LEADS });
    sink.unscript();

    const command = ['replay', '--tenant', 'demo', '--status', 'rejected', '--campaign', 'ACMRU', '--json'];
    const rejected = async () =>
      (await installation.stores.forTenant('demo').leadCounts.count()).statuses['rejected'] ?? 0;
    let left = await rejected();
    for (let run = 0; run < 2; run += 1) {
      let kill: () => unknown = () => undefined;
      const killed = sluice(command, {}, (child) => (kill = () => child.kill('SIGKILL')));
      const before = left;
      await eventually('some leads went', async () => (await rejected()) < before);
      kill();
      await killed;
      // What was on its way when it was killed went by this run, not by the next.
      left = await rejected();
    }
    // It was in the middle.
    expect(left).toBeGreaterThan(0);
    const { code, output } = await sluice(command);
    expect(code).toBe(0);
    const replayed = JSON.parse(output) as { skipped: unknown[]; left: number };
    expect([replayed.skipped, replayed.left]).toEqual([[], 0]);

    expect(await countsAtRest(installation, receipt)).toEqual({ delivered: LEADS });
    expect([...takenPerLead().values()]).toEqual(Array<number>(LEADS).fill(1));
    const again = JSON.parse((await sluice(command)).output) as { replayed: unknown[] };
    expect(again.replayed).toEqual([]);
  }, 180_000);
});
