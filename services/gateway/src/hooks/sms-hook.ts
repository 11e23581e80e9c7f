/**
 * Where SMS vendors report what became of messages and hand over those that came in. Nobody is believed whose call is
 * not signed with the tenant's own credentials at that vendor.
 */
import { ApiError } from '@sluice/contracts';
import type { Core } from '@sluice/pipeline';
import { smsHookKey, smsHooks, type SmsCallback } from '@sluice/providers';
import type { Hook, HookAnswer, HookCall } from '@sluice/runtime';
import type { SealingKey } from '@sluice/store';
import type { Caller } from './caller.js';
import { takeInboundMessage } from './inbound-message.js';
import { takeStatusReport } from './status-report.js';

/** What the hook needs beyond the core. */
export interface SmsHookDeps extends Core {
  /** Open the tenants' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** The address that vendors were told; what they sign begins with it. */
  readonly publicUrl: string;
}

const refused: HookAnswer = { status: 403, contentType: 'text/plain', body: 'The signature does not match.' };

/** `POST /hooks/sms/{vendor}/{tenantId}`: 403 for a wrong signature, 404 for an unknown vendor or tenant. */
export function smsHook(deps: SmsHookDeps): Hook {
  return {
    path: '/hooks/sms/{vendor}/{tenantId}',
    async handle(call) {
      const caller = callerOf(call);
      const key = await keyOf(deps, caller);
      const hook = smsHooks[caller.provider];
      const request = {
        url: deps.publicUrl.replace(/\/+$/, '') + call.target,
        headers: call.headers,
        rawBody: call.rawBody,
        receivedAt: deps.stores.clock.now(),
      };
      if (!hook.isGenuine(request, key)) return refused;
      await take(deps, caller, hook.read(call.rawBody), call);
      return { status: 200, ...hook.reply };
    },
  };
}

function callerOf({ params }: HookCall): Caller {
  const { vendor = '', tenantId = '' } = params;
  if (!Object.hasOwn(smsHooks, vendor)) throw new ApiError('NOT_FOUND');
  return { tenantId, provider: vendor as Caller['provider'] };
}

// A tenant without credentials at a vendor expects no calls from it.
async function keyOf(
  { stores, encryptionKeys }: SmsHookDeps,
  { tenantId, provider }: Caller,
): Promise<string> {
  const known = await stores.tenants.recent(tenantId);
  const key = known && smsHookKey(provider, await stores.tenants.recentCredentials(tenantId, encryptionKeys));
  if (key === undefined) throw new ApiError('NOT_FOUND');
  return key;
}

async function take(deps: SmsHookDeps, caller: Caller, said: SmsCallback, call: HookCall): Promise<void> {
  switch (said.kind) {
    case 'status':
      return takeStatusReport(deps, caller, said, call.query.get('message') ?? undefined);
    case 'inbound':
      return takeInboundMessage(deps, caller, said);
    case 'ignored':
      return;
  }
}
