/** The answers of ad platforms to an event: accepted, retry later, throttled, or failed. */
import { isObject, readJsonAnswer, WrittenNumber } from '@sluice/contracts';

/** A platform's answer as received. */
export interface PixelAnswer {
  readonly status: number;
  readonly bodyText: string;
  /** Why the body could not be read to its end; absent if it was. */
  readonly bodyProblem?: string;
}

/** The meaning of the answer. `message` is the platform's own wording, for people. */
export interface PixelVerdict {
  readonly kind: 'done' | 'retry' | 'throttled' | 'failed';
  /** E.g. `facebook_190` or `http_503`; absent if the event was accepted. */
  readonly reason?: string;
  readonly message?: string;
}

const metaThrottled = new Set([4, 17, 80003]);
const metaTransient = new Set([1, 2, 341, 368, 5000]);

/** Reads an answer of the Meta Conversions API. Never throws. */
export function readMetaAnswer(answer: PixelAnswer): PixelVerdict {
  const { status } = answer;
  const body = bodyOf(answer);
  const error = membersOf(body?.['error']);
  if (error) {
    const digits = digitsOf(error['code']) ?? 'unknown';
    const code = Number(digits);
    const transient = metaTransient.has(code) || error['is_transient'] === true;
    const kind = metaThrottled.has(code) || status === 429 ? 'throttled' : transient ? 'retry' : 'failed';
    return { kind, reason: `facebook_${digits}`, ...messageOf(error['error_user_msg'] ?? error['message']) };
  }
  const received = digitsOf(body?.['events_received']);
  if (isSuccess(status) && received !== undefined) {
    return Number(received) > 0 ? { kind: 'done' } : { kind: 'failed', reason: 'facebook_not_received' };
  }
  return byStatus(answer);
}

const tiktokGood = 0;
const tiktokThrottled = 40100;

/** Reads an answer of the TikTok Events API: its `code` decides, whatever the HTTP status. Never throws. */
export function readTiktokAnswer(answer: PixelAnswer): PixelVerdict {
  const body = bodyOf(answer);
  const digits = digitsOf(body?.['code']);
  if (digits === undefined) return byStatus(answer);
  const code = Number(digits);
  if (code === tiktokGood) return { kind: 'done' };
  // Codes from 50000 on are internal errors of the platform.
  const kind = code === tiktokThrottled ? 'throttled' : code >= 50_000 ? 'retry' : 'failed';
  return { kind, reason: `tiktok_${digits}`, ...messageOf(body?.['message']) };
}

// A success whose body broke off stands. Any other answer here is not the platform's own but from an intermediary; a
// repeated event counts once, so a retry is safe.
function byStatus({ status, bodyProblem }: PixelAnswer): PixelVerdict {
  if (isSuccess(status) && bodyProblem !== undefined) return { kind: 'done' };
  const refused = status >= 400 && status < 500 && status !== 408;
  return { kind: status === 429 ? 'throttled' : refused ? 'failed' : 'retry', reason: `http_${status}` };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function bodyOf({ bodyText }: PixelAnswer): Readonly<Record<string, unknown>> | undefined {
  return membersOf(readJsonAnswer(bodyText)?.value);
}

// A code as it was written: a number, or the same as text.
function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number' || value instanceof WrittenNumber) return String(value);
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? value : undefined;
}

function messageOf(value: unknown): { message?: string } {
  return typeof value === 'string' && value !== '' ? { message: value.slice(0, 500) } : {};
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(value) ? value : undefined;
}
