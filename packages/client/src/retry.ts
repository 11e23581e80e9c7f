/** When a call is retried, and after what delay. */
import { ApiFailure, NoAnswer } from './failures.js';

const firstDelayMs = 250;
const longestDelayMs = 10_000;
/** If the service asks for a longer wait, the call fails instead. */
const longestWaitMs = 60_000;

/**
 * The delay in milliseconds before the next attempt after `tries` failed ones; undefined if another attempt is useless.
 * `Retry-After` is honoured; otherwise the delay doubles, and `random01` spreads it so that callers do not return
 * together.
 */
export function retryDelayMs(failure: unknown, tries: number, random01: number): number | undefined {
  if (!isPassing(failure)) return undefined;
  const asked = failure instanceof ApiFailure ? failure.retryAfterMs : undefined;
  if (asked === undefined) {
    return Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1)) * (0.5 + random01 / 2);
  }
  return asked > longestWaitMs ? undefined : asked + random01 * firstDelayMs;
}

const passingStatuses = new Set([429, 502, 503, 504]);

function isPassing(failure: unknown): boolean {
  if (failure instanceof NoAnswer) return true;
  if (!(failure instanceof ApiFailure)) return false;
  // 409: the first request with this key is still running. 422: the key was used with another body.
  if (failure.code === 'IDEMPOTENCY_CONFLICT') return failure.status === 409;
  return passingStatuses.has(failure.status);
}

/** Waits; rejects at once if `signal` fires. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
