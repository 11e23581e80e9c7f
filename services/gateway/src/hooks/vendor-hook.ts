/**
 * What the hooks of all vendors have in common: whoever is not the tenant's vendor learns nothing, and costs little.
 *
 * 1. What stands before the body is looked at. A call whose tenant or vendor cannot be, or without a signature of the
 *    vendor's form, is refused; nothing of it is read. Whether a body is read depends on nothing
 *    that only Sluice knows, or callers would learn which tenants use which vendor.
 * 2. The body is read, in bounded room, and the signature over it is checked.
 * 3. What was refused in either step is counted by address. After too many, an address gets 429 in place of 403, in step
 *    1 at once. A genuine call from there goes on: nothing but its signature can tell it from the others.
 */
import { ApiError, tenantIdSchema } from '@sluice/contracts';
import {
  bodyText,
  type Hook,
  type HookAnswer,
  type HookCall,
  type HookHead,
  type StrangerLimiter,
} from '@sluice/http';
import { setTimeout as pause } from 'node:timers/promises';

type Refusal = 'no_such_form' | 'unknown_vendor' | 'no_credentials' | 'wrong_signature';

/** Whether a tenant's own vendor made a call, and for whom; or why it is refused. */
export type Judged<Caller extends object> =
  | ({ readonly kind: 'genuine' } & Caller)
  | { readonly kind: 'refused'; readonly because: Exclude<Refusal, 'no_such_form'> };

/** A hook that only a tenant's own vendor may call. */
export interface VendorHook<Caller extends object> extends Pick<Hook, 'path' | 'mostBodyBytes'> {
  /** Whether a call bears a signature of its vendor's form. */
  readonly looksSigned: (head: HookHead) => boolean;
  /** Whether a call without one is known by what it bears, which a store has to tell. */
  readonly isKnown?: (head: HookHead) => Promise<boolean>;
  readonly judge: (call: HookCall) => Promise<Judged<Caller>>;
  /** Answers a genuine call. */
  readonly take: (call: HookCall, caller: Caller) => Promise<HookAnswer>;
}

/** The same answer for every refused call, so that a caller does not learn which tenants use which vendor. */
const refused: HookAnswer = { status: 403, contentType: 'text/plain', body: 'The signature does not match.' };

/** Every refusal is sent this long after the call arrived, because its timing would reveal the reason. */
const REFUSED_AFTER_MS = 100;

/** Answers a genuine call by `take`, and 403 to any other, or 429 to an address that has had too many of these. */
export function vendorHook<Caller extends object>(
  { looksSigned, isKnown, judge, take, ...where }: VendorHook<Caller>,
  strangers: StrangerLimiter,
): Hook {
  async function refusal(
    { address, target, log }: HookHead,
    because: Refusal,
    knownAfter: Promise<void>,
  ): Promise<HookAnswer> {
    log.info('hook refused', { target: target.split('?', 1)[0], because, from: address });
    const waitSeconds = await strangers.count(address);
    await knownAfter;
    if (waitSeconds !== undefined) throw tooMany(waitSeconds);
    return refused;
  }

  return {
    ...where,
    async refuse(head) {
      const knownAfter = pause(REFUSED_AFTER_MS, undefined, { ref: false });
      const isTenantId = tenantIdSchema.safeParse(head.params['tenantId']).success;
      if (isTenantId && (looksSigned(head) || (await isKnown?.(head)))) return undefined;
      const waitSeconds = await strangers.waitSeconds(head.address);
      if (waitSeconds === undefined) return refusal(head, 'no_such_form', knownAfter);
      await knownAfter;
      throw tooMany(waitSeconds);
    },
    async handle(call) {
      const knownAfter = pause(REFUSED_AFTER_MS);
      const judged = await judge(call);
      if (judged.kind === 'genuine') return take(call, judged);
      return refusal(call, judged.because, knownAfter);
    },
  };
}

function tooMany(retryAfterSeconds: number): ApiError {
  return new ApiError('RATE_LIMITED', { retryAfterSeconds });
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
