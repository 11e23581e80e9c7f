/**
 * Where voice vendors tell of their calls. An event is refused unless it is signed with the tenant's own key. What it
 * says is written before it is answered, so the vendor repeats what was lost.
 */
import { ApiError, unstorableProblems } from '@sluice/contracts';
import { followCall, type Core, type StoresFor } from '@sluice/pipeline';
import { isGenuineRetell, looksSignedByRetell, readRetellEvent, retellAccount } from '@sluice/providers';
import { bodyText, type Hook, type HookAnswer, type HookCall, type StrangerLimiter } from '@sluice/http';
import type { SealingKey } from '@sluice/store';
import { vendorHook, type Judged } from './vendor-hook.js';

/** What the hook uses. */
export interface VoiceHookDeps extends Core {
  /** Decrypt the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  readonly strangers: StrangerLimiter;
}

const taken: HookAnswer = { status: 200, contentType: 'application/json', body: '{}' };
/** The transcript of a long call, word by word. */
const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** `POST /hooks/voice/{vendor}/{tenantId}`: answers 403 unless the tenant's own vendor signed the event a moment ago. */
export function voiceHook(deps: VoiceHookDeps): Hook {
  return vendorHook<{ readonly tenantId: string }>(
    {
      path: '/hooks/voice/{vendor}/{tenantId}',
      mostBodyBytes: MOST_BODY_BYTES,
      looksSigned: ({ params: { vendor }, headers }) =>
        vendor === 'retell' && looksSignedByRetell({ headers, receivedAt: deps.stores.clock.now() }),
      judge: (call) => judge(deps, call),
      async take(call, { tenantId }) {
        await takeEvent({ ...deps, log: call.log }, tenantId, call.rawBody);
        return taken;
      },
    },
    deps.strangers,
  );
}

async function judge(
  {
    stores,
    encryptionKeys,
  }: StoresFor<'clock' | 'secrets' | 'tenants'> & Pick<VoiceHookDeps, 'encryptionKeys'>,
  { params: { tenantId = '' }, rawBody, headers }: HookCall,
): Promise<Judged<{ readonly tenantId: string }>> {
  const known = await stores.tenants.cached(tenantId);
  const account = known && retellAccount(await stores.secrets.cachedCredentials(tenantId, encryptionKeys));
  if (!account) return { kind: 'refused', because: 'no_credentials' };
  return isGenuineRetell({ rawBody, headers, receivedAt: stores.clock.now() }, account.apiKey)
    ? { kind: 'genuine', tenantId }
    : { kind: 'refused', because: 'wrong_signature' };
}

async function takeEvent(deps: VoiceHookDeps, tenantId: string, rawBody: Buffer): Promise<void> {
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
