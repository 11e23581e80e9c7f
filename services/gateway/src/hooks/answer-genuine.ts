/** What the hooks of all vendors have in common: whoever is not the tenant's vendor learns nothing. */
import { ApiError } from '@sluice/contracts';
import { bodyText, type HookAnswer, type HookCall } from '@sluice/http';
import { setTimeout as pause } from 'node:timers/promises';

/** Whether a tenant's own vendor made a call, and for whom; or why it is refused. */
export type Judged<Caller extends object> =
  | ({ readonly kind: 'genuine' } & Caller)
  | { readonly kind: 'refused'; readonly because: 'unknown_vendor' | 'no_credentials' | 'wrong_signature' };

/** The same answer for every refused call, so that a caller does not learn which tenants use which vendor. */
const refused: HookAnswer = { status: 403, contentType: 'text/plain', body: 'The signature does not match.' };

/** Every refusal is sent this long after the call arrived, because its timing would reveal the reason. */
const REFUSED_AFTER_MS = 100;

/** Answers a genuine call by `take`, and 403 to any other. */
export async function answerGenuine<Caller extends object>(
  call: HookCall,
  judging: Promise<Judged<Caller>>,
  take: (caller: Caller) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const knownAfter = pause(REFUSED_AFTER_MS);
  const judged = await judging;
  if (judged.kind === 'genuine') return take(judged);
  call.log.info('hook refused', { target: call.target.split('?', 1)[0], because: judged.because });
  await knownAfter;
  return refused;
}

/**
 * The JSON text of a body.
 * @throws ApiError if it is not UTF-8 or not JSON
 */
export function jsonText(bytes: Buffer): string {
  const text = bodyText(bytes);
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new ApiError('VALIDATION_ERROR', { details: ['body: is not valid JSON'] });
  }
}
