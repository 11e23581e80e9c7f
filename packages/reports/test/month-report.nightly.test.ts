/** A timed report of a month with a million leads. It needs a machine that does nothing else. */
import { deliveredLead, duringTests, insertLeads } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { reportLeads } from '../src/index.js';

const LEADS = Number(process.env.LEADS ?? 1_000_000);
const DAY_MS = 86_400_000;
const [FIRST_WITHIN_MS, AGAIN_WITHIN_MS] = [10_000, 1_000];
const tenantId = 'month';

const world = duringTests(openWorld);
beforeAll(async () => {
  const firstMs = Date.now() - 31 * DAY_MS;
  const arrivedAt = (n: number) => new Date(firstMs + Math.floor((n / LEADS) * 30 * DAY_MS));
  // What no report reads is left out.
  await insertLeads(world.db, LEADS, (n) => {
    const { leads, submissions, decisions, ledger } = deliveredLead(tenantId, arrivedAt(n), n);
    return { leads, submissions, decisions, ledger };
  });
  world.onClose(world.emptyDatabase);
}, 1_800_000);

it('a report by day and campaign of a month with a million leads takes at most 10 s, and 1 s when it is asked for again', async () => {
  const [from = '', to = ''] = [31, 1].map((days) =>
    new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10),
  );
  const took: number[] = [];
  for (let time = 0; time < 2; time += 1) {
    const startedAt = performance.now();
    const { totals } = await reportLeads(world.core, tenantId, {
      groupBy: ['day', 'campaign'],
      from,
      to,
      basis: 'received',
    });
    took.push(performance.now() - startedAt);
    expect(totals).toMatchObject({ received: LEADS, delivered: LEADS });
  }
  process.stderr.write(`${took.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  expect(took[0]).toBeLessThan(FIRST_WITHIN_MS);
  expect(took[1]).toBeLessThan(AGAIN_WITHIN_MS);
}, 120_000);
