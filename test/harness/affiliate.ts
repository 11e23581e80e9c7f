/** An affiliate that posts leads, keeps their receipts, and later asks for their outcomes. */
import type { Installation } from './installation.js';
import { eventually } from './installation.js';

/** The affiliate's answer for one lead. */
export interface Receipt {
  readonly leadId: string;
  readonly submissionId: string;
}

/** A lead's body; `n` makes it unique. */
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

/** Posts a lead; fails unless it is accepted. */
export async function submit(
  { url, apiKey }: Installation,
  body: Record<string, unknown>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Receipt> {
  const response = await fetch(`${url}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data?: Receipt; error?: unknown };
  if (response.status !== 202 || !answer.data)
    throw new Error(`refused: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Posts many leads, `atOnce` of them concurrently. */
export async function submitAll(
  installation: Installation,
  bodies: readonly Record<string, unknown>[],
  atOnce = 32,
): Promise<Receipt[]> {
  const receipt: Receipt[] = [];
  let next = 0;
  const one = async () => {
    while (next < bodies.length)
      receipt.push(await submit(installation, bodies[next++] as Record<string, unknown>));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return receipt;
}

/** How many leads are polled together: polling must take little from the workers under test. */
const LOOKED_AT_TOGETHER = 16;

/**
 * Waits until every lead has ended, and counts them by status. Fails if no further lead ends for `stalledMs`, however
 * long a busy machine takes for all of them.
 */
export async function countsAtRest(
  { stores }: Installation,
  receipt: readonly Receipt[],
  stalledMs = 60_000,
): Promise<Record<string, number>> {
  const { leads } = stores.forTenant('demo');
  const counts: Record<string, number> = {};
  let moving = [...receipt];
  while (moving.length > 0) {
    const left = moving;
    moving = await eventually(
      `${left.length} of ${receipt.length} leads come to rest`,
      async () => {
        const looked = left.slice(0, LOOKED_AT_TOGETHER);
        const found = await Promise.all(looked.map(({ leadId }) => leads.find(leadId)));
        const statuses = found.map((lead) => lead?.status ?? 'pending');
        for (const status of statuses) if (status !== 'pending') counts[status] = (counts[status] ?? 0) + 1;
        const stillMoving = looked.filter((_, index) => statuses[index] === 'pending');
        // Leads in progress move to the end of the list, so that all are polled in turn.
        const rest = [...left.slice(LOOKED_AT_TOGETHER), ...stillMoving];
        if (stillMoving.length === looked.length) left.splice(0, left.length, ...rest);
        else return rest;
      },
      stalledMs,
    );
  }
  return counts;
}
