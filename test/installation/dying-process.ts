/** A process that ends at one point of its work on one lead. */
import type { ServiceName } from '@sluice/local';
import type { Failpoint } from '@sluice/process';
import type { Receipt } from './affiliate.js';
import type { TestTenant } from './tenant.js';

/** Where which process ends. */
export interface Death {
  readonly service: ServiceName;
  readonly name: Failpoint;
  /** At which run of the failpoint by the lead; default the first. */
  readonly run?: number;
}

/** Submits a lead in whose work a process of the service ends, and starts another one. */
export async function submitUntilDeath(
  tenant: TestTenant,
  { service, name, run = 1 }: Death,
  ...[campaignId, data]: Parameters<TestTenant['submit']>
): Promise<Receipt> {
  const { installation } = tenant;
  installation.signal(service, 'SIGKILL');
  await installation.ended(service);
  await installation.restart(service, { FAILPOINT: `${name}:${run}@${campaignId}` });
  const receipt = await tenant.submit(campaignId, data);
  expect(await installation.firstEnded(service)).toMatchObject({ signal: 'SIGKILL' });
  await installation.restart(service, { FAILPOINT: '' });
  return receipt;
}
