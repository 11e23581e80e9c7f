/** An affiliate that posts leads, keeps their receipts, and later asks for their outcomes. */
import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import type { Installation } from './installation.js';

/** The affiliate's answer for one lead. */
export interface Receipt {
  readonly leadId: string;
  readonly submissionId: string;
}

/** An answer of the interface. */
export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly string[] };
}

/** Calls the interface once with the tenant's key. */
export async function call(
  { url, apiKey }: Pick<Installation, 'url' | 'apiKey'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'X-API-Key': apiKey,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { data = {}, error } = (await response.json()) as Partial<Answer>;
  return { status: response.status, data, error };
}

/** A lead of the demo tenant; `n` makes it unique. */
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

/** Posts a lead once; fails unless it is accepted. */
export async function submit(
  installation: Pick<Installation, 'url' | 'apiKey'>,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Receipt> {
  return receiptIn(await call(installation, 'POST', '/leads/submit', body, headers));
}

/** The receipt in the answer to a lead; fails unless the lead was accepted. */
export function receiptIn({ status, data, error }: Answer): Receipt {
  if (status !== 202) throw new Error(`refused: ${status} ${JSON.stringify(error)}`);
  const { leadId, submissionId } = data as unknown as Receipt;
  return { leadId, submissionId };
}

/** Posts many leads, `concurrency` of them at once; the receipts are in the order of the leads. */
export function submitAll(
  installation: Installation,
  bodies: readonly Record<string, unknown>[],
  concurrency = 32,
): Promise<Receipt[]> {
  return pMap(bodies, (body) => submit(installation, body), { concurrency });
}

/** How many leads are polled together: polling must take little from the workers under test. */
const LOOKED_AT_TOGETHER = 16;
const LOOK_AGAIN_MS = 100;

/**
 * Waits until every lead has ended, and counts them by status. Fails if no further lead ends for `stalledMs`, however
 * long a busy machine takes for all of them.
 */
export async function countsAtRest(
  { stores, tenantId }: Installation,
  receipts: readonly Receipt[],
  stalledMs = 60_000,
): Promise<Record<string, number>> {
  const { leads } = stores.forTenant(tenantId);
  const counts: Record<string, number> = {};
  const moving = receipts.map(({ leadId }) => leadId);
  let endedAt = performance.now();
  while (moving.length > 0) {
    const looked = moving.splice(0, LOOKED_AT_TOGETHER);
    const pending: string[] = [];
    await Promise.all(
      looked.map(async (leadId) => {
        const status = (await leads.find(leadId))?.status ?? 'pending';
        if (status === 'pending') pending.push(leadId);
        else counts[status] = (counts[status] ?? 0) + 1;
      }),
    );
    // Leads in progress move to the end of the list, so that all are polled in turn.
    moving.push(...pending);
    if (pending.length < looked.length) endedAt = performance.now();
    else if (performance.now() - endedAt < stalledMs) await pause(LOOK_AGAIN_MS);
    else
      throw new Error(
        `not within ${stalledMs} ms: ${moving.length} of ${receipts.length} leads come to rest`,
      );
  }
  return counts;
}
