/**
 * Where voice vendors tell of their calls. An event is refused unless it is signed with the tenant's own key. What it
 * says is written before it is answered, so the vendor repeats what was lost.
 */
import { ApiError, unstorableProblems } from '@sluice/contracts';
import { followCall, type Core, type StoresFor } from '@sluice/pipeline';
import { isGenuineRetell, readRetellEvent, retellAccount } from '@sluice/providers';
import { bodyText, type Hook, type HookAnswer, type HookCall } from '@sluice/http';
import type { SealingKey } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';

/** What the hook uses. */
export interface VoiceHookDeps extends Core {
  /** Decrypt the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
}

/** The same answer for every refused call, so that a caller does not learn which tenants use which vendor. */
const refused: HookAnswer = { status: 403, contentType: 'text/plain', body: 'The signature does not match.' };
const taken: HookAnswer = { status: 200, contentType: 'application/json', body: '{}' };
/** Every refusal is sent this long after the call arrived, because its timing would reveal the reason. */
const REFUSED_AFTER_MS = 100;
/** The transcript of a long call, word by word. */
const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** `POST /hooks/voice/{vendor}/{tenantId}`: answers 403 unless the tenant's own vendor signed the event a moment ago. */
export function voiceHook(deps: VoiceHookDeps): Hook {
  return {
    path: '/hooks/voice/{vendor}/{tenantId}',
    mostBodyBytes: MOST_BODY_BYTES,
    async handle(call) {
      const knownAfter = pause(REFUSED_AFTER_MS);
      if (!(await isGenuine(deps, call))) {
        call.log.info('voice hook refused');
        await knownAfter;
        return refused;
      }
      await take({ ...deps, log: call.log }, call);
      return taken;
    },
  };
}

async function isGenuine(
  { stores, encryptionKeys }: StoresFor<'clock' | 'tenants'> & Pick<VoiceHookDeps, 'encryptionKeys'>,
  { params: { vendor, tenantId = '' }, rawBody, headers }: HookCall,
): Promise<boolean> {
  if (vendor !== 'retell' || !(await stores.tenants.cached(tenantId))) return false;
  const account = retellAccount(await stores.tenants.cachedCredentials(tenantId, encryptionKeys));
  const signed = { rawBody, signature: headers['x-retell-signature'] };
  return account !== undefined && isGenuineRetell(signed, account.apiKey, stores.clock.now());
}

async function take(deps: VoiceHookDeps, { params: { tenantId }, rawBody }: HookCall): Promise<void> {
  const event = readRetellEvent(bodyText(rawBody));
  if (event.kind === 'ignored') return;
  const { call } = event;
  const details = unstorableProblems(call);
  if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
  const { ids } = call;
  // A call that was placed by hand, or for another tenant of the same account.
  if (!ids || ids.tenantId !== tenantId) return;
  await followCall(deps, ids, call, `call_${event.kind}.${call.callId}`);
}
