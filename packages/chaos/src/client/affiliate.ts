/**
 * An affiliate that follows the interface's advice: every request has an `Idempotency-Key` and is repeated under the
 * same key until it is answered, and everything is written to a ledger.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { aLead } from '@sluice/testing/lead';
import { send } from '../http-client.js';
import type { ClientLine } from '../ledgers/client-line.js';
import type { Random } from '../random.js';

/** The settings of an affiliate. */
export interface AffiliateSetup {
  readonly gatewayUrl: string;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly random: Random;
  readonly write: (line: ClientLine) => void;
  /** Receives accepted leads. */
  readonly receipts: (leadId: string) => void;
}

/** A running affiliate. */
export interface Affiliate {
  /** The number of requests that are not answered yet. */
  readonly waiting: () => number;
  /** Posts one new lead, or with `twins` the same person twice at once; occasionally submits a lead once more. */
  submit(campaignId: string, twins?: boolean): Promise<void>;
  /** Lists the tenant's own leads. */
  list(): Promise<void>;
  /** Requests a lead of another tenant. */
  probe(leadId: string): Promise<void>;
  /** After this time no request is repeated. */
  giveUpAfter(ms: number): void;
}

interface Request {
  readonly campaignId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly twins?: string;
  readonly leadId?: string;
}

const ANSWERS_WITHIN_MS = 15_000;
const AGAIN_AT_LEAST_MS = 200;
const AGAIN_AT_MOST_MS = 2_000;
/** The fraction of accepted leads that are submitted once more, half of them twice at once. */
const SUBMITTED_AGAIN = 0.06;

/** Creates an affiliate. */
export function openAffiliate(setup: AffiliateSetup): Affiliate {
  const { gatewayUrl, apiKey, tenantId, random, write } = setup;
  let number = 0;
  let waiting = 0;
  let giveUpAt = Infinity;

  const now = () => new Date().toISOString();
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };

  async function ask({ campaignId, body, twins, leadId }: Request): Promise<string | undefined> {
    number += 1;
    const key = `${tenantId}-${number}`;
    write({
      did: 'asked',
      at: now(),
      tenantId,
      campaignId,
      key,
      ...(twins !== undefined && { twins }),
      ...(leadId !== undefined && { leadId }),
    });
    waiting += 1;
    try {
      for (let tries = 0; performance.now() < giveUpAt; tries += 1) {
        const answer = await post(key, body, AGAIN_AT_LEAST_MS * 2 ** tries);
        if (answer.kind === 'acknowledged') {
          write({
            did: 'acknowledged',
            at: now(),
            key,
            leadId: answer.leadId,
            submissionId: answer.submissionId,
          });
          setup.receipts(answer.leadId);
          return answer.leadId;
        }
        await pause(answer.againInMs);
      }
      write({ did: 'gave_up', at: now(), key });
      return undefined;
    } finally {
      waiting -= 1;
    }
  }

  async function post(key: string, body: Readonly<Record<string, unknown>>, usualWaitMs: number) {
    const again = (askedMs: number) => ({
      kind: 'again' as const,
      againInMs: Math.min(Math.max(askedMs, usualWaitMs), AGAIN_AT_MOST_MS),
    });
    try {
      const answer = await send(`${gatewayUrl}/api/v1/leads/submit`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': key },
        body: JSON.stringify(body),
        withinMs: ANSWERS_WITHIN_MS,
      });
      const { data } = JSON.parse(answer.body) as { data?: { leadId: string; submissionId: string } };
      if (answer.status === 202 && data) return { kind: 'acknowledged', ...data } as const;
      write({ did: 'refused', at: now(), key, status: answer.status });
      return again(Number(answer.headers['retry-after'] ?? 0) * 1_000);
    } catch {
      write({ did: 'unanswered', at: now(), key });
      return again(0);
    }
  }

  const look = (path: string) =>
    send(`${gatewayUrl}/api/v1/${path}`, { headers, withinMs: ANSWERS_WITHIN_MS }).catch(() => undefined);

  return {
    waiting: () => waiting,
    async submit(campaignId, twins = false) {
      const body = aLead({ campaignId });
      if (twins) {
        const name = `${tenantId}-twins-${number}`;
        await Promise.all([1, 2].map(() => ask({ campaignId, body, twins: name })));
        return;
      }
      const leadId = await ask({ campaignId, body });
      if (leadId === undefined || random.next() >= SUBMITTED_AGAIN) return;
      const again = () => ask({ campaignId, body: { ...body, leadId }, leadId });
      await Promise.all(random.next() < 0.5 ? [again()] : [again(), again()]);
    },
    async list() {
      const answer = await look('leads?limit=100');
      if (answer?.status !== 200) return;
      const { data } = JSON.parse(answer.body) as { data: { leads: readonly { leadId: string }[] } };
      write({ did: 'listed', at: now(), tenantId, leadIds: data.leads.map(({ leadId }) => leadId) });
    },
    async probe(leadId) {
      const answer = await look(`interactions/lead/${leadId}`);
      if (answer) write({ did: 'probed', at: now(), tenantId, leadId, status: answer.status });
    },
    giveUpAfter: (ms) => void (giveUpAt = performance.now() + ms),
  };
}
