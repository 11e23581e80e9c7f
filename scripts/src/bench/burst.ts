/** A burst of leads through an installation: how fast they are accepted, and how soon they have come to rest. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunFile } from '../start/run-file.js';
import { Problem } from '../terminal/problem.js';

/** What a burst came to. Rates are per second. */
export interface BurstResult {
  readonly leads: number;
  readonly acceptedRate: number;
  readonly restedRate: number;
  readonly acceptP50Ms: number;
  readonly acceptP99Ms: number;
}

const RESTS_WITHIN_MS = 300_000;
const areaCodes = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224];

/**
 * Posts `leads` leads to campaign ACMRU, `inFlight` at a time, and waits until all have come to rest. They are the people
 * from the `first` on, who must be new: a duplicate costs less than a lead that is delivered.
 */
export async function burst(
  run: RunFile,
  leads: number,
  inFlight: number,
  first: number,
): Promise<BurstResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const poster = async () => {
    while (next < leads) {
      const n = next++;
      const askedAt = performance.now();
      const { status } = await call(run, agent, 'POST', '/api/v1/leads/submit', lead(first + n));
      if (status !== 202) throw new Problem(`A lead was answered ${status} during the measurement.`);
      latencies.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, poster));
  const acceptedMs = performance.now() - startedAt;
  await allAtRest(run, agent);
  const restedMs = performance.now() - startedAt;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return {
    leads,
    acceptedRate: (leads / acceptedMs) * 1_000,
    restedRate: (leads / restedMs) * 1_000,
    acceptP50Ms: latencies[Math.floor(leads * 0.5)] ?? 0,
    acceptP99Ms: latencies[Math.floor(leads * 0.99)] ?? 0,
  };
}

async function allAtRest(run: RunFile, agent: Agent): Promise<void> {
  const until = performance.now() + RESTS_WITHIN_MS;
  while (performance.now() < until) {
    const { body } = await call(run, agent, 'GET', '/api/v1/leads?status=pending&limit=1');
    if ((JSON.parse(body) as { data: { leads: unknown[] } }).data.leads.length === 0) return;
    await pause(50);
  }
  throw new Problem('The leads of the measurement did not come to rest within five minutes.');
}

/** The `n`th person; no two of 180,000 share an address or a number. */
function lead(n: number): string {
  return JSON.stringify({
    campaignId: 'ACMRU',
    firstName: 'Avery',
    lastName: `Quill${n}`,
    email: `avery.${n}@example.com`,
    phone: `+1${areaCodes[Math.floor(n / 10_000) % areaCodes.length]}555${String(n % 10_000).padStart(4, '0')}`,
    questionnaire: { injury: 'yes' },
  });
}

function call(
  { gatewayUrl, apiKey }: RunFile,
  agent: Agent,
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(
      `${gatewayUrl}${path}`,
      { method, agent, headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    asking.once('error', reject);
    asking.end(body);
  });
}
