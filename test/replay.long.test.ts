import { eventually, linkToMongo, statusesOf, type RunSluice } from '@sluice/testing';
import { buyerServices } from '@sluice/local';
import { countsAtRest, leadBody, submitAll } from './installation/affiliate.js';
import { startInstallation, type Installation } from './installation/installation.js';
import { demoTenantWith } from './reliability/demo-tenant-with.js';

const buyer = '/buyers/again';

let installation: Installation;
let sluice: RunSluice;
beforeAll(async () => {
  const campaign = { campaignId: 'AGAIN', name: 'Again', clientId: 'cli_acme', offerId: 'off_roundup' };
  const tenant = demoTenantWith({
    // A call that times out leaves its lead of unknown outcome, which is not replayed, and a busy machine needs a long
    // timeout.
    deliveryEndpoints: [{ deliveryEndpointId: 'end_again', url: `\${SINK_URL}${buyer}`, timeoutSeconds: 60 }],
    campaigns: [{ ...campaign, deliveryEndpointId: 'end_again', settings: { dedupeEnabled: false } }],
  });
  installation = await startInstallation({
    tenant,
    services: buyerServices,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
  ({ sluice } = installation);
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const LEADS = 120;

/** How often the buyer took each lead. */
function takenPerLead(): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { body, status } of installation.sink.received({ path: buyer, limit: 10_000 })) {
    if (status !== 200) continue;
    const { leadId } = JSON.parse(body) as { leadId: string };
    taken.set(leadId, (taken.get(leadId) ?? 0) + 1);
  }
  return taken;
}

describe('sluice replay', () => {
  it('that is killed and started again sends every lead to its buyer once', async () => {
    const { sink, backends } = installation;
    sink.script({ path: buyer, status: 422, body: { message: 'we are closed' } });
    const bodies = Array.from({ length: LEADS }, (_, n) => leadBody(n, { campaignId: 'AGAIN' }));
    const receipt = await submitAll(installation, bodies);
    expect(await countsAtRest(installation, receipt)).toEqual({ rejected: LEADS });
    sink.unscript();

    const command = ['replay', '--tenant', 'demo', '--status', 'rejected', '--campaign', 'AGAIN', '--json'];
    const rejected = async () => (await statusesOf(installation.stores, 'demo'))['rejected'] ?? 0;
    let left = await rejected();
    // Slow enough to kill the command halfway, however late this process notices that it has started.
    const link = await linkToMongo(backends.mongodbUrl);
    link.become('slow');
    for (let run = 0; run < 2; run += 1) {
      let kill: () => unknown = () => undefined;
      const killed = sluice(
        command,
        { MONGODB_URL: link.url },
        (child) => (kill = () => child.kill('SIGKILL')),
      );
      const before = left;
      await eventually('some leads went', async () => (await rejected()) < before, 60_000);
      kill();
      await killed;
      // Leads in flight at the kill belong to this run, not to the next.
      left = await rejected();
    }
    await link.close();
    // The kill came halfway.
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
