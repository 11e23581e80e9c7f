/**
 * Posts rows through the interface, many at once, each under the key of its content, so that no repetition sends a
 * person twice: not of the file, and not of a row in it.
 */
import { ApiFailure, NoAnswer, type Client } from '@sluice/client';
import type { EndpointBodySent, submitLead } from '@sluice/contracts';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { leadBody } from './lead-body.js';
import type { LeadFile } from './lead-file.js';
import { rowKey } from './row-key.js';
import type { Row } from './row.js';

/** The outcome of a row. */
export type RowOutcome =
  | { readonly kind: 'accepted'; readonly leadId: string }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] }
  /** An earlier row of the file is the same lead. */
  | { readonly kind: 'repeated' }
  /** It is unknown whether the row was accepted; sending the file again resolves it. */
  | { readonly kind: 'unsent'; readonly reason: string };

/** The options of posting rows. */
export interface PostOptions {
  readonly client: Client;
  readonly campaignId: string;
  /** Once aborted, no further row is posted. */
  readonly stop: AbortSignal;
  /** Once aborted, rows in flight are abandoned too. */
  readonly abandon: AbortSignal;
  readonly onOutcome: (row: Row, outcome: RowOutcome) => void;
}

const IN_FLIGHT = 64;

/**
 * Posts every row of the file unless it is stopped. Rejects with a {@link Problem} if continuing is useless, e.g.
 * because the key was revoked; outcomes until then have been passed to `onOutcome`.
 */
export async function postRows(file: LeadFile, options: PostOptions): Promise<void> {
  // Every row in flight adds a listener, and its call adds another.
  setMaxListeners(2 * IN_FLIGHT, options.abandon);
  const rows = file.read()[Symbol.asyncIterator]();
  const seen = new Set<string>();
  const halt: { because?: Problem } = {};
  const halted = (): boolean => options.stop.aborted || halt.because !== undefined;
  const lane = async (): Promise<void> => {
    while (!halted()) {
      const row = await nextRow(rows);
      if (row instanceof Problem) halt.because ??= row;
      if (row === undefined || row instanceof Problem) return;
      const posted = await postRow(row, seen, options);
      if (posted instanceof Problem) halt.because ??= posted;
      options.onOutcome(row, posted instanceof Problem ? { kind: 'unsent', reason: posted.message } : posted);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  await rows.return?.();
  if (halt.because) throw halt.because;
}

// The file was read once before, so a fault means that it has changed; rows in flight end nevertheless.
async function nextRow(rows: AsyncIterator<Row>): Promise<Row | Problem | undefined> {
  try {
    const next = await rows.next();
    return next.done ? undefined : next.value;
  } catch (error) {
    return error instanceof Problem
      ? error
      : new Problem(`The file cannot be read any more: ${String(error)}`);
  }
}

async function postRow(
  row: Row,
  seen: Set<string>,
  { client, campaignId, abandon }: PostOptions,
): Promise<RowOutcome | Problem> {
  if (row.problems.length > 0) return { kind: 'refused', reasons: row.problems };
  const body = leadBody(row.fields, campaignId);
  const idempotencyKey = rowKey(body);
  if (seen.has(idempotencyKey)) return { kind: 'repeated' };
  seen.add(idempotencyKey);
  const call = {
    body: body as EndpointBodySent<typeof submitLead>,
    idempotencyKey,
    signal: abandon,
  };
  for (;;) {
    try {
      const { leadId } = await client.submitLead(call);
      return { kind: 'accepted', leadId };
    } catch (error) {
      if (abandon.aborted) return { kind: 'unsent', reason: 'interrupted' };
      const isLimited = error instanceof ApiFailure && error.code === 'RATE_LIMITED';
      if (!isLimited) return outcomeOf(error);
      // However long a rate limit lasts, no row is given up for it.
      await sleep(error.retryAfterMs ?? 1_000, undefined, { signal: abandon }).catch(() => undefined);
    }
  }
}

function outcomeOf(error: unknown): RowOutcome | Problem {
  if (error instanceof NoAnswer)
    return new Problem(`${error.message} any more; send the file again when it does.`);
  if (!(error instanceof ApiFailure)) throw error;
  switch (error.code) {
    case 'VALIDATION_ERROR':
    case 'PAYLOAD_TOO_LARGE':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return { kind: 'refused', reasons: error.details.length > 0 ? error.details : [error.message] };
    case 'FORBIDDEN':
      return new Problem(`The key may not send these leads (${error.message}); check --campaign.`);
    case 'UNAUTHORIZED':
      return new Problem('The key no longer works; send the file again with a valid key.');
    case 'SERVICE_UNAVAILABLE':
      return new Problem('The gateway has stopped accepting leads; send the file again later.');
    case 'UNREADABLE_ANSWER':
    case 'NOT_FOUND':
    case 'METHOD_NOT_ALLOWED':
      return new Problem(`This is not a Sluice gateway (${error.message}); check --url.`);
    case 'RATE_LIMITED':
    case 'INVALID_STATE':
    case 'IDEMPOTENCY_CONFLICT':
    case 'INTERNAL_ERROR':
      return { kind: 'unsent', reason: error.message };
  }
}
