/**
 * An affiliate that follows the interface's advice: every request has an `Idempotency-Key` and is repeated under the
 * same key until it is answered. It records what it asked for and what it was told.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { aLead } from '@sluice/testing';
import pMap from 'p-map';
import type { Asked, ReportSaid, Told } from '../checker/evidence.js';
import type { Random } from '../random.js';

/** Many leads at once; with `twins`, each person twice as two leads. */
export interface Burst {
  readonly campaignId: string;
  readonly count: number;
  readonly atOnce?: number;
  readonly twins?: boolean;
}

interface Answer {
  readonly status: number;
  /** How long the gateway asks to wait before the request is repeated. */
  readonly againInMs: number;
  readonly data?: NonNullable<Asked['receipt']> & Told & { readonly rows: NonNullable<ReportSaid['rows']> };
  readonly error?: { readonly code: string; readonly details?: readonly string[] };
}

const ANSWERS_WITHIN_MS = 15_000;
const AGAIN_AT_LEAST_MS = 200;
const AGAIN_AT_MOST_MS = 2_000;
/** The fraction of accepted leads that are submitted once more, half of them twice at once. */
const SUBMITTED_AGAIN = 0.06;
/** This often one of the latest leads is given back, if it was sold, and most of these returns are decided. */
const GIVES_BACK_EVERY_MS = 500;
const REMEMBERED = 20;
const decisions = ['approve', 'approve', 'deny', 'withdraw', undefined] as const;
const DAY_MS = 86_400_000;

/** Starts an affiliate, which gives leads back from then on. */
export function openAffiliate(
  { gatewayUrl, apiKey, tenantId }: { gatewayUrl: string; apiKey: string; tenantId: string },
  random: Random,
) {
  const asked: Asked[] = [];
  const told: Told[] = [];
  const accepted: string[] = [];
  let [waiting, giveUpAt, finishing] = [0, Infinity, false];

  async function call(path: string, { headers, ...request }: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${gatewayUrl}/api/v1/${path}`, {
      ...request,
      headers: { 'X-API-Key': apiKey, ...headers },
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const againInMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    return { ...((await response.json()) as Answer), status: response.status, againInMs };
  }

  /** Posts until there is an answer for good: accepted, or refused because of the state of things. */
  async function persist(path: string, key: string, body: object): Promise<Answer | undefined> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    waiting += 1;
    try {
      for (let tries = 0; performance.now() < giveUpAt; tries += 1) {
        const answer = await call(path, request).catch(() => undefined);
        if (answer && (answer.status < 300 || answer.error?.code === 'INVALID_STATE')) return answer;
        const wantedMs = Math.max(answer?.againInMs ?? 0, AGAIN_AT_LEAST_MS * 2 ** tries);
        await pause(Math.min(wantedMs, AGAIN_AT_MOST_MS));
      }
      return undefined;
    } finally {
      waiting -= 1;
    }
  }

  async function ask(campaignId: string, body: object, twins?: string): Promise<string | undefined> {
    const request: Asked = { tenantId, campaignId, key: `${tenantId}-${asked.length}`, twins };
    asked.push(request);
    const { data } = (await persist('leads/submit', request.key, body)) ?? {};
    if (data) request.receipt = { leadId: data.leadId, submissionId: data.submissionId };
    return data?.leadId;
  }

  /** Posts one new lead, or the same person twice at once; occasionally submits the lead once more. */
  async function submit(campaignId: string, twins = false): Promise<void> {
    const body = aLead({ campaignId });
    const name = twins ? `${tenantId}-twins-${asked.length}` : undefined;
    const other = twins ? ask(campaignId, body, name) : undefined;
    const leadId = await ask(campaignId, body, name);
    await other;
    if (leadId === undefined || twins) return;
    accepted.push(leadId);
    if (accepted.length > REMEMBERED) accepted.shift();
    if (random.next() >= SUBMITTED_AGAIN) return;
    const again = () => ask(campaignId, { ...body, leadId });
    await Promise.all(random.next() < 0.5 ? [again()] : [again(), again()]);
  }

  async function giveBack(): Promise<void> {
    const leadId = accepted.length < REMEMBERED ? undefined : accepted.shift();
    if (leadId === undefined) return;
    const key = `${tenantId}-return-${leadId}`;
    // Many are refused: not sold, of a campaign without returns, or over the quota.
    const made = await persist('returns', key, { leadId, reason: 'wrong_number' });
    // Nobody else asks for it, so a repeated request was taken for another one.
    if (made?.error?.details?.[0]?.startsWith('already_requested'))
      told.push({ returnId: leadId, status: 'already_requested' });
    if (!made?.data) return;
    const { returnId, status } = made.data;
    const decision = status === 'requested' ? random.pick(decisions) : undefined;
    if (decision === undefined) return void told.push({ returnId, status });
    const decided = await persist(`returns/${returnId}/${decision}`, `${key}-${decision}`, {});
    const became = decided?.data?.status ?? decided?.error?.code;
    if (became !== undefined) told.push({ returnId, status: became });
  }

  const givingBack = setInterval(() => void giveBack(), GIVES_BACK_EVERY_MS);
  return {
    tenantId,
    asked,
    told,
    /** Posts this many leads a second, each to one of `campaigns`, until it must finish. */
    async steady(perSecond: number, campaigns: readonly string[]) {
      while (!finishing) {
        await pause((1_000 / perSecond) * (0.5 + random.next()));
        if (!finishing) void submit(random.pick(campaigns));
      }
    },
    /** Posts leads as fast as they are answered. */
    async burst({ campaignId, count, atOnce = 20, twins }: Burst) {
      const post = async () => !finishing && (await submit(campaignId, twins));
      await pMap(Array.from({ length: count }), post, { concurrency: atOnce });
    },
    /** Posts no more, and repeats unanswered requests for at most `withinMs`. */
    async finish(withinMs: number) {
      finishing = true;
      clearInterval(givingBack);
      giveUpAt = performance.now() + withinMs;
      while (waiting > 0) await pause(50);
    },
    /** The tenant's report by campaign of all days that the run may have touched. */
    async report(basis: string): Promise<ReportSaid> {
      const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
      const query = `groupBy=campaign&from=${day(-2)}&to=${day(2)}&basis=${basis}`;
      const answer = await call(`reports/leads?${query}`).catch(() => undefined);
      return { tenantId, basis, rows: answer?.data?.rows };
    },
  };
}
