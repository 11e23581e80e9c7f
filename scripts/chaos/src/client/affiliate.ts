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
  /** Gives back a lead that was accepted a while ago, if it was sold, and decides most of these returns. */
  giveBack(): Promise<void>;
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

/** A request to `path`. */
interface Sent {
  readonly key: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer, and how long the gateway asks to wait before the request is repeated. */
interface Answer<Data> {
  readonly status: number;
  readonly againInMs: number;
  readonly data?: Data;
  readonly error?: { readonly code: string; readonly details?: readonly string[] };
}

/** A return in an answer. */
interface Made {
  readonly returnId: string;
  readonly status: string;
}

const ANSWERS_WITHIN_MS = 15_000;
const AGAIN_AT_LEAST_MS = 200;
const AGAIN_AT_MOST_MS = 2_000;
/** The fraction of accepted leads that are submitted once more, half of them twice at once. */
const SUBMITTED_AGAIN = 0.06;

/** The number of accepted leads of which one is given back. */
const REMEMBERED = 20;
const decisions = ['approve', 'approve', 'deny', 'withdraw', undefined] as const;

/** Creates an affiliate. */
export function openAffiliate(setup: AffiliateSetup): Affiliate {
  const { gatewayUrl, apiKey, tenantId, random, write } = setup;
  const accepted: string[] = [];
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
    const sent = { key, path: 'leads/submit', body };
    const answer = await persist<{ leadId: string; submissionId: string }>(
      sent,
      ({ status }) => status === 202,
    );
    const data = answer?.data;
    if (!data) return undefined;
    write({ did: 'acknowledged', at: now(), key, leadId: data.leadId, submissionId: data.submissionId });
    setup.receipts(data.leadId);
    if (leadId === undefined) accepted.push(data.leadId);
    if (accepted.length > REMEMBERED) accepted.shift();
    return data.leadId;
  }

  /** Repeats a request until it is answered for good. */
  async function persist<Data>(
    sent: Sent,
    isAnswer: (answer: Answer<Data>) => boolean,
  ): Promise<Answer<Data> | undefined> {
    const { key } = sent;
    waiting += 1;
    try {
      for (let tries = 0; performance.now() < giveUpAt; tries += 1) {
        const answer = await post<Data>(sent);
        if (answer && isAnswer(answer)) return answer;
        if (answer) write({ did: 'refused', at: now(), key, status: answer.status });
        else write({ did: 'unanswered', at: now(), key });
        const wantedMs = Math.max(answer?.againInMs ?? 0, AGAIN_AT_LEAST_MS * 2 ** tries);
        await pause(Math.min(wantedMs, AGAIN_AT_MOST_MS));
      }
      write({ did: 'gave_up', at: now(), key });
      return undefined;
    } finally {
      waiting -= 1;
    }
  }

  async function post<Data>({ key, path, body }: Sent): Promise<Answer<Data> | undefined> {
    try {
      const answer = await send(`${gatewayUrl}/api/v1/${path}`, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': key },
        body: JSON.stringify(body),
        withinMs: ANSWERS_WITHIN_MS,
      });
      const againInMs = Number(answer.headers['retry-after'] ?? 0) * 1_000;
      return {
        status: answer.status,
        againInMs,
        ...(JSON.parse(answer.body) as Pick<Answer<Data>, 'data' | 'error'>),
      };
    } catch {
      return undefined;
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
    async giveBack() {
      const leadId = accepted.length < REMEMBERED ? undefined : accepted.shift();
      if (leadId === undefined) return;
      // Many are refused: not sold, of a campaign without returns, or over the quota.
      const isAnswer = ({ status, error }: Answer<Made>) => status < 300 || error?.code === 'INVALID_STATE';
      const key = `${tenantId}-return-${leadId}`;
      const sent = { key, path: 'returns', body: { leadId, reason: 'wrong_number' } };
      const made = await persist(sent, isAnswer);
      // Nobody else asks for it, so a repeated request was taken for another one.
      if (made?.error?.details?.[0]?.startsWith('already_requested'))
        write({ did: 'returned', at: now(), returnId: leadId, status: 'already_requested' });
      if (!made?.data) return;
      const { returnId, status } = made.data;
      write({ did: 'returned', at: now(), returnId, status });
      const decision = random.pick(decisions);
      if (decision === undefined || status !== 'requested') return;
      const path = `returns/${returnId}/${decision}`;
      const decided = await persist({ key: `${key}-${decision}`, path, body: {} }, isAnswer);
      const became = decided?.data?.status ?? decided?.error?.code;
      if (became !== undefined) write({ did: 'decided', at: now(), returnId, status: became });
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
