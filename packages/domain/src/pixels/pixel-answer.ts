/** The answers of ad platforms to an event: accepted, retry later, throttled, or failed. */
import { parsedJson } from '../parsed-json.js';

/** A platform's answer as received. */
export interface PixelAnswer {
  readonly status: number;
  readonly bodyText: string;
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
export function readMetaAnswer({ status, bodyText }: PixelAnswer): PixelVerdict {
  const body = membersOf(parsedJson(bodyText));
  const error = membersOf(body?.['error']);
  if (error) {
    const code = Number(error['code']);
    const transient = metaTransient.has(code) || error['is_transient'] === true;
    const kind = metaThrottled.has(code) || status === 429 ? 'throttled' : transient ? 'retry' : 'failed';
    return { kind, reason: `facebook_${code}`, ...messageOf(error['error_user_msg'] ?? error['message']) };
  }
  const received = body?.['events_received'];
  if (status >= 200 && status < 300 && typeof received === 'number') {
    return received > 0 ? { kind: 'done' } : { kind: 'failed', reason: 'facebook_not_received' };
  }
  return byStatus(status);
}

const tiktokGood = 0;
const tiktokThrottled = 40100;

/** Reads an answer of the TikTok Events API: its `code` decides, whatever the HTTP status. Never throws. */
export function readTiktokAnswer({ status, bodyText }: PixelAnswer): PixelVerdict {
  const body = membersOf(parsedJson(bodyText));
  const code = body?.['code'];
  if (typeof code !== 'number') return byStatus(status);
  if (code === tiktokGood) return { kind: 'done' };
  // Codes from 50000 on are internal errors of the platform.
  const kind = code === tiktokThrottled ? 'throttled' : code >= 50_000 ? 'retry' : 'failed';
  return { kind, reason: `tiktok_${code}`, ...messageOf(body?.['message']) };
}

// The answer is not the platform's own but from an intermediary. A repeated event counts once, so a retry is safe.
function byStatus(status: number): PixelVerdict {
  const refused = status >= 400 && status < 500 && status !== 408;
  return { kind: status === 429 ? 'throttled' : refused ? 'failed' : 'retry', reason: `http_${status}` };
}

function messageOf(value: unknown): { message?: string } {
  return typeof value === 'string' && value !== '' ? { message: value.slice(0, 500) } : {};
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
