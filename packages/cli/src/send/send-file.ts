/** `sluice send`: posts the rows of a file through the interface and reports their outcomes. */
import { ApiFailure, createClient, NoAnswer, type Client } from '@sluice/client';
import { Problem } from '@sluice/local';
import { followLeads, leadsOfTenant, type Follow } from './follow-leads.js';
import { followSupplierLeads } from './follow-supplier-leads.js';
import { createHttpFetch } from './http-fetch.js';
import { openLeadFile } from './lead-file.js';
import { postRows } from './post-rows.js';
import { showProgress } from './progress-bar.js';
import { Tally, type Refusal } from './tally.js';

/** The file, its destination, and how long its leads are followed. */
export interface SendOptions {
  readonly file: string;
  /** The encoding of the file, if it is neither UTF-8 nor has a byte order mark. */
  readonly encoding?: string | undefined;
  readonly campaignId: string;
  readonly apiKey: string;
  readonly url: string;
  /** How long leads are followed after they were accepted; 0 for not at all. */
  readonly waitMs: number;
  /** Aborted by the person: nothing more is sent, and the outcomes so far are reported. */
  readonly interrupt: AbortSignal;
}

/** The outcomes of a file. */
export interface Sent {
  readonly file: string;
  readonly campaignId: string;
  readonly rows: number;
  /** Accepted rows; `statuses` counts the statuses of their leads. */
  readonly accepted: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly refused: number;
  /** The first refused rows, with their places in the file. */
  readonly refusals: readonly Refusal[];
  readonly rejectsFile?: string;
  /** Rows that are the same lead as an earlier row of the file, and were not sent again. */
  readonly repeated: number;
  /** Rows that may or may not have arrived, or were not tried; sending the file again resolves them. */
  readonly unsent: number;
  /** Why rows were not sent. */
  readonly unsentBecause?: string;
}

// Allows for a restarting gateway, or for an idempotency claim that its crash left behind.
const PATIENT_RETRIES = 20;
const FINISHING_MS = 5_000;

/** Sends a file. A {@link Problem} means that nothing was sent. */
export async function sendFile(options: SendOptions): Promise<Sent> {
  const { campaignId, apiKey, url, waitMs, interrupt } = options;
  const file = await openLeadFile(options.file, { encoding: options.encoding });
  const service = { baseUrl: url, apiKey, fetch: createHttpFetch() };
  const whose = await whoseKey(createClient(service), campaignId, url);

  const client = createClient({ ...service, retries: PATIENT_RETRIES });
  const tally = new Tally(file);
  const progress = showProgress('sending', file.rows);
  try {
    await postRows(file, {
      client,
      campaignId,
      stop: interrupt,
      abandon: laterThan(interrupt, FINISHING_MS),
      onOutcome: (row, outcome) => progress.at(tally.count(row, outcome)),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tally.halt(error.message);
  } finally {
    progress.end();
  }

  const { leadIds, refused, refusals, repeated, unsentBecause, rejectsFile } = tally.finish();
  const unsent = Math.max(0, file.rows - leadIds.length - refused - repeated);
  const because = interrupt.aborted ? 'interrupted' : unsentBecause;
  return {
    file: file.path,
    campaignId,
    rows: file.rows,
    accepted: leadIds.length,
    statuses: await restOf(followOf[whose](client), leadIds, interrupt.aborted ? 0 : waitMs, interrupt),
    refused,
    refusals,
    rejectsFile,
    repeated,
    unsent,
    unsentBecause: unsent > 0 ? because : undefined,
  };
}

/** Whose key it is; a supplier's shows its own leads only, by what became of them. */
type Whose = 'tenant' | 'supplier';

const followOf: Readonly<Record<Whose, (client: Client) => Follow>> = {
  tenant: (client) => (leadIds, options) => followLeads(leadsOfTenant(client), leadIds, options),
  supplier: (client) => (leadIds, options) => followSupplierLeads(client, leadIds, options),
};

// What would be wrong with every row is reported once before the first. A supplier is told nothing about campaigns.
async function whoseKey(client: Client, campaignId: string, url: string): Promise<Whose> {
  try {
    await client.getCampaign({ params: { campaignId } });
    return 'tenant';
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'FORBIDDEN') return supplierKey(client, url);
    throw uselessKey(error, campaignId, url);
  }
}

async function supplierKey(client: Client, url: string): Promise<'supplier'> {
  await client.listSupplierLeads({ query: { limit: 1 } }).catch((error: unknown) => {
    throw error instanceof ApiFailure ? new Problem(`${url} cannot accept leads: ${error.message}`) : error;
  });
  return 'supplier';
}

function uselessKey(error: unknown, campaignId: string, url: string): unknown {
  if (error instanceof NoAnswer)
    return new Problem(`Nothing answers at ${url}; start Sluice, or check --url.`);
  if (!(error instanceof ApiFailure)) return error;
  if (error.code === 'UNAUTHORIZED')
    return new Problem('The key is not accepted; `sluice keys create` makes one.');
  if (error.code === 'NOT_FOUND') return new Problem(`There is no campaign ${campaignId}; check --campaign.`);
  return new Problem(`${url} cannot accept leads: ${error.message}`);
}

async function restOf(
  follow: Follow,
  leadIds: readonly string[],
  waitMs: number,
  signal: AbortSignal,
): Promise<Record<string, number>> {
  if (leadIds.length === 0) return {};
  const wanted = new Set(leadIds);
  const progress = waitMs > 0 ? showProgress('waiting for leads to end', wanted.size) : undefined;
  try {
    const statuses = await follow(wanted, {
      waitMs,
      signal,
      onRested: (rested) => progress?.at(rested),
    });
    const counts: Record<string, number> = {};
    for (const leadId of leadIds) {
      const status = statuses.get(leadId) ?? 'unknown';
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  } finally {
    progress?.end();
  }
}

/** A signal that fires some time after another one, so that calls in flight may finish. */
function laterThan(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => later.abort(), ms).unref(), { once: true });
  return later.signal;
}
