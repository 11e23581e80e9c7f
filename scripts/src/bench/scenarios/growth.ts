/** Scenario `growth`: the burst, and a report, on a store with a month of data. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import type { Bench, Contestant, Figures } from '../contestant.js';
import { growStore } from '../lead/grow-store.js';
import type { RecordedLead } from '../lead/record-lead.js';
import { runBurst, runWarmBurst } from '../measure/burst.js';
import type { Installation } from '../sluice/start-installation.js';

const DAY_MS = 86_400_000;
const REPORT_WITHIN_MS = 600_000;

/**
 * Measures the burst after the store has grown by `leads`; how many times the processor time a lead takes then (`times`);
 * and the milliseconds of a report of a month, asked for the first time (`report.firstMs`) and again (`report.keptMs`).
 */
export async function measureGrowth(
  { db, contestant: contestantOf }: Installation,
  bench: Bench,
  { recorded, leads }: { readonly recorded: RecordedLead; readonly leads: number },
): Promise<Figures> {
  const contestant = contestantOf('loaded');
  // Measured here, because a machine's speed changes within minutes.
  const small = await runBurst(contestant, bench);
  await growStore(db, recorded, bench, leads);
  const grown = await runWarmBurst(contestant, bench);
  const [before, after] = [small['cpuUs.total'], grown['cpuUs.total']];
  const reports = {
    'report.firstMs': await timeReport(contestant),
    'report.keptMs': await timeReport(contestant),
  };
  return { ...grown, ...(before && after && { times: after / before }), ...reports };
}

// A count that takes longer than a request goes on, and the days that it has counted are kept.
async function timeReport({ url, apiKey }: Contestant): Promise<number> {
  const [from, to] = [30, 1].map((days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10));
  const report = new URL(`/api/v1/reports/leads?groupBy=day,campaign&from=${from}&to=${to}`, url);
  const startedMs = performance.now();
  for (;;) {
    const response = await fetch(report, { headers: { 'X-API-Key': apiKey } });
    const answer = await response.text();
    const ms = performance.now() - startedMs;
    if (response.ok) return ms;
    if (response.status !== 503 || ms > REPORT_WITHIN_MS)
      throw new Problem(`The report was answered ${answer}`);
    await pause(1_000);
  }
}
