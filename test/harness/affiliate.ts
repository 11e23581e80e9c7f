/** An affiliate who posts leads, keeps what it was told, and asks later what became of them. */
import type { Installation } from './installation.js';
import { eventually } from './installation.js';

/** What the affiliate was told about one lead. */
export interface Told {
  readonly leadId: string;
  readonly submissionId: string;
}

/** A lead's body; `n` makes it unlike any other. */
export function leadBody(
  n: number,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    campaignId: 'ACMRU',
    firstName: 'Avery',
    lastName: `Quill${n}`,
    email: `avery.quill.${n}@example.com`,
    phone: `+1 (212) 55${Math.floor(n / 10_000) % 10}-${String(n % 10_000).padStart(4, '0')}`,
    questionnaire: { injury: 'yes' },
    ...changes,
  };
}

/** Posts a lead; fails unless it was accepted. */
export async function submit({ url, apiKey }: Installation, body: Record<string, unknown>): Promise<Told> {
  const response = await fetch(`${url}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Told; error?: unknown };
  if (response.status !== 202 || !answer.data)
    throw new Error(`refused: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Posts many leads, `atOnce` at a time. */
export async function submitAll(
  installation: Installation,
  bodies: readonly Record<string, unknown>[],
  atOnce = 32,
): Promise<Told[]> {
  const told: Told[] = [];
  let next = 0;
  const one = async () => {
    while (next < bodies.length)
      told.push(await submit(installation, bodies[next++] as Record<string, unknown>));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return told;
}

const moving = new Set(['pending']);

/** Waits until every lead has come to rest, and counts them by status. */
export async function countsAtRest(
  { stores }: Installation,
  told: readonly Told[],
  timeoutMs = 60_000,
): Promise<Record<string, number>> {
  const { leads } = stores.forTenant('demo');
  return eventually(
    'every lead has come to rest',
    async () => {
      const found = await Promise.all(told.map(({ leadId }) => leads.find(leadId)));
      if (found.some((lead) => !lead || moving.has(lead.status))) return undefined;
      const counts: Record<string, number> = {};
      for (const lead of found)
        counts[lead?.status ?? 'missing'] = (counts[lead?.status ?? 'missing'] ?? 0) + 1;
      return counts;
    },
    timeoutMs,
  );
}
