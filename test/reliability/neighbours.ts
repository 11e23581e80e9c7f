/** Two tenants on one installation, and the delivery times of one under load from the other. */
import { setTimeout as pause } from 'node:timers/promises';
import { ensureDemoKey } from '@sluice/cli';
import { eventually } from '@sluice/testing';
import { leadBody, submit, type Receipt } from '../installation/affiliate.js';
import type { Installation } from '../installation/installation.js';
import { demoTenantWith } from './demo-tenant-with.js';

/** The installation as seen by a second tenant with the demo tenant's campaigns. */
export async function withNeighbour(installation: Installation): Promise<Installation> {
  const { backends, apply } = installation;
  const { tenantId } = await apply(demoTenantWith({ tenantId: 'neighbour', campaigns: [] }));
  const { apiKey } = await ensureDemoKey({ mongoUrl: backends.mongodbUrl, tenantId });
  return { ...installation, tenantId, apiKey };
}

/**
 * The time in milliseconds from the acceptance of each of `count` leads, posted every `everyMs`, to its arrival at the
 * buyer.
 */
export async function deliveryTimes(of: Installation, count: number, everyMs: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
    times.push(timeToBuyer(of, leadBody(90_000 + next++)));
    await pause(everyMs);
  }
  return Promise.all(times);
}

let next = 0;

async function timeToBuyer(of: Installation, body: Record<string, unknown>): Promise<number> {
  const receipt = await submit(of, body);
  const acceptedAt = Date.now();
  return (await arrival(of, receipt)) - acceptedAt;
}

function arrival({ sink }: Installation, { submissionId }: Receipt): Promise<number> {
  return eventually(
    `${submissionId} is at its buyer`,
    () => {
      const [received] = sink.received({ key: `${submissionId}.delivery`, limit: 1 });
      return received && new Date(received.at).getTime();
    },
    120_000,
  );
}

/** The median and the 95th percentile. */
export function quantiles(times: readonly number[]): { readonly median: number; readonly p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (quantile: number) => sorted[Math.floor(sorted.length * quantile)] ?? Infinity;
  return { median: at(0.5), p95: at(0.95) };
}
