/**
 * Where SMS vendors report the status of messages and hand over inbound ones. A call is refused unless it is signed
 * with the tenant's own credentials at that vendor.
 */
import { ApiError, unstorableProblems } from '@sluice/contracts';
import type { LeadEffectDeps, ReportsFor, StoresFor } from '@sluice/pipeline';
import { smsHookKey, smsHooks, type SmsCallback } from '@sluice/providers';
import { formText, refuseOtherCharset, type Hook, type HookCall, type StrangerLimiter } from '@sluice/http';
import type { SealingKey } from '@sluice/store';
import type { Caller } from './caller.js';
import { heedOptOut } from './heed-opt-out.js';
import { takeInboundMessage } from './inbound-message.js';
import { takeStatusReport } from './status-report.js';
import { jsonText, vendorHook, type Judged } from './vendor-hook.js';

/** What the hook uses. */
export type SmsHookDeps = LeadEffectDeps &
  ReportsFor<'forTenant'> &
  StoresFor<'secrets'> & {
    /** Decrypt the tenants' vendor credentials. */
    readonly encryptionKeys: readonly SealingKey[];
    /** The address that vendors were given; every URL that they sign begins with it. */
    readonly publicUrl: string;
    readonly strangers: StrangerLimiter;
  };

/**
 * `POST /hooks/sms/{vendor}/{tenantId}`: answers 403 unless the tenant's own vendor signed the call. A genuine call that
 * cannot be read is answered 400 or 415, so that it shows at the vendor.
 */
export function smsHook(deps: SmsHookDeps): Hook {
  return vendorHook<{ readonly caller: Caller }>(
    {
      path: '/hooks/sms/{vendor}/{tenantId}',
      looksSigned: ({ params: { vendor }, headers }) =>
        isCallingVendor(vendor) &&
        smsHooks[vendor].looksSigned({ headers, receivedAt: deps.stores.clock.now() }),
      judge: (call) => judge(deps, call),
      async take(call, { caller }) {
        await takeSaid({ ...deps, log: call.log }, caller, await saidIn(deps, call, caller), call);
        return { status: 200, ...smsHooks[caller.provider].reply };
      },
    },
    deps.strangers,
  );
}

function isCallingVendor(vendor: string | undefined): vendor is Caller['provider'] {
  return vendor !== undefined && Object.hasOwn(smsHooks, vendor);
}

async function judge(
  deps: StoresFor<'clock' | 'secrets' | 'tenants'> & Pick<SmsHookDeps, 'encryptionKeys' | 'publicUrl'>,
  call: HookCall,
): Promise<Judged<{ readonly caller: Caller }>> {
  const { vendor, tenantId = '' } = call.params;
  if (!isCallingVendor(vendor)) return { kind: 'refused', because: 'unknown_vendor' };
  const caller: Caller = { tenantId, provider: vendor };
  const key = await keyOf(deps, caller);
  if (key === undefined) return { kind: 'refused', because: 'no_credentials' };
  const request = {
    url: deps.publicUrl.replace(/\/+$/, '') + call.target,
    headers: call.headers,
    rawBody: call.rawBody,
    receivedAt: deps.stores.clock.now(),
  };
  return smsHooks[caller.provider].isGenuine(request, key)
    ? { kind: 'genuine', caller }
    : { kind: 'refused', because: 'wrong_signature' };
}

// A tenant without credentials at a vendor expects no calls from that vendor.
async function keyOf(
  { stores, encryptionKeys }: StoresFor<'secrets' | 'tenants'> & Pick<SmsHookDeps, 'encryptionKeys'>,
  { tenantId, provider }: Caller,
): Promise<string | undefined> {
  const known = await stores.tenants.cached(tenantId);
  return known && smsHookKey(provider, await stores.secrets.cachedCredentials(tenantId, encryptionKeys));
}

/**
 * What a genuine call says; of one that is refused, an opt-out counts.
 * @throws ApiError if it cannot be read, or could be stored only with other characters
 */
async function saidIn(deps: LeadEffectDeps, call: HookCall, caller: Caller): Promise<SmsCallback> {
  const hook = smsHooks[caller.provider];
  try {
    refuseOtherCharset(call.headers['content-type']);
    const said = hook.read(hook.format === 'form' ? formText(call.rawBody) : jsonText(call.rawBody));
    const details = unstorableProblems(said);
    if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
    return said;
  } catch (error) {
    // The problems name places in the call, and nothing that stands there.
    const because = error instanceof ApiError ? (error.details ?? [error.message]) : ['unknown'];
    call.log.warn('sms hook unreadable', { ...caller, because });
    // Characters that are replaced here are in no number and in none of a vendor's words.
    await heedOptOut(deps, caller, hook.read(call.rawBody.toString()));
    throw error;
  }
}

async function takeSaid(deps: SmsHookDeps, caller: Caller, said: SmsCallback, call: HookCall): Promise<void> {
  switch (said.kind) {
    case 'status':
      return takeStatusReport(deps, caller, said, call.query.get('message') ?? undefined);
    case 'inbound':
      return takeInboundMessage(deps, caller, said);
    case 'ignored':
      return;
  }
}
