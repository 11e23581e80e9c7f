/** How long a report of a month by day and campaign takes: when nothing of it is kept yet, and when it is. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Contestant, Figures } from '../scenario.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const WITHIN_MS = 600_000;

/** Measures `report.firstMs` and `report.keptMs`, and how many `report.leads` are in it. */
export async function measureReport({ target }: Contestant): Promise<Figures> {
  const first = await report(target);
  const kept = await report(target);
  if (first.received !== kept.received)
    throw new Error(`the first report has ${first.received} leads, the second ${kept.received}`);
  return { 'report.firstMs': first.ms, 'report.keptMs': kept.ms, 'report.leads': kept.received };
}

async function report({ url, apiKey }: Contestant['target']): Promise<{ ms: number; received: number }> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = `groupBy=day,campaign&from=${day(Date.now() - DAYS * DAY_MS)}&to=${day(Date.now() - DAY_MS)}`;
  const startedAt = performance.now();
  const until = startedAt + WITHIN_MS;
  for (;;) {
    const response = await fetch(new URL(`/api/v1/reports/leads?${query}`, url), {
      headers: { 'X-API-Key': apiKey },
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const { data } = (await response.json()) as { data?: { totals: { received: number } } };
    if (data) return { ms: performance.now() - startedAt, received: data.totals.received };
    // A count that takes longer than a request goes on, and the days that it has counted are kept.
    if (response.status !== 503 || performance.now() > until)
      throw new Error(`the report was answered with ${response.status}`);
    await pause(1_000);
  }
}
