/**
 * Where vendors of electronic signatures report on documents. The file takes the reported status and never returns from
 * signed, declined or expired, so reports may come late, twice and in any order.
 */
import { ApiError, isDocumentVendor, unstorableProblems, type DocumentVendor } from '@sluice/contracts';
import { statusesBefore } from '@sluice/domain';
import { noteFile, now, type LeadEffectDeps, type StoresFor } from '@sluice/pipeline';
import { documentHooks, documentHookSecret, type DocumentCallback } from '@sluice/providers';
import {
  refuseOtherCharset,
  type Hook,
  type HookCall,
  type HookHead,
  type StrangerLimiter,
} from '@sluice/http';
import type { SealingKey } from '@sluice/store';
import { jsonText, vendorHook, type Judged } from './vendor-hook.js';

/** What the hook uses. */
export type DocumentHookDeps = LeadEffectDeps &
  StoresFor<'secrets'> & {
    /** Decrypt the tenants' vendor credentials. */
    readonly encryptionKeys: readonly SealingKey[];
    readonly strangers: StrangerLimiter;
  };

/** The tenant and the vendor on whose behalf a call arrived. */
interface Caller {
  readonly tenantId: string;
  readonly vendor: DocumentVendor;
}

type Report = Extract<DocumentCallback, { kind: 'status' }>;

/**
 * `POST /hooks/documents/{vendor}/{tenantId}`: answers 403 unless the tenant's own vendor made the call, and 200 to
 * every report of it, whether or not it changes a file. What cannot be stored is refused.
 */
export function documentHook(deps: DocumentHookDeps): Hook {
  return vendorHook<Caller>(
    {
      path: '/hooks/documents/{vendor}/{tenantId}',
      looksSigned: ({ params: { vendor = '' }, headers }) =>
        isDocumentVendor(vendor) &&
        documentHooks[vendor].looksSigned({ headers, receivedAt: deps.stores.clock.now() }),
      isKnown: (head) => bearsSecret(deps, head),
      judge: (call) => judge(deps, call),
      async take(call, caller) {
        refuseOtherCharset(call.headers['content-type']);
        const said = documentHooks[caller.vendor].read(jsonText(call.rawBody));
        const details = unstorableProblems(said);
        if (details.length > 0) throw new ApiError('VALIDATION_ERROR', { details });
        if (said.kind === 'status') await takeReport({ ...deps, log: call.log }, caller, said);
        return { status: 200, contentType: 'application/json', body: '{}' };
      },
    },
    deps.strangers,
  );
}

type JudgeDeps = StoresFor<'clock' | 'secrets' | 'tenants'> & Pick<DocumentHookDeps, 'encryptionKeys'>;

// Which header bears the secret, nothing but the secret shows. Whoever has none learns nothing by this.
async function bearsSecret(deps: JudgeDeps, { params, headers }: HookHead): Promise<boolean> {
  const { vendor = '', tenantId = '' } = params;
  if (!isDocumentVendor(vendor)) return false;
  const secret = await secretOf(deps, { tenantId, vendor });
  return secret !== undefined && documentHooks[vendor].bearsSecret(headers, secret);
}

async function judge(deps: JudgeDeps, call: HookCall): Promise<Judged<Caller>> {
  const { vendor = '', tenantId = '' } = call.params;
  if (!isDocumentVendor(vendor)) return { kind: 'refused', because: 'unknown_vendor' };
  const caller = { tenantId, vendor };
  const secret = await secretOf(deps, caller);
  if (secret === undefined) return { kind: 'refused', because: 'no_credentials' };
  const { headers, rawBody } = call;
  return documentHooks[vendor].isGenuine({ headers, rawBody, receivedAt: deps.stores.clock.now() }, secret)
    ? { kind: 'genuine', ...caller }
    : { kind: 'refused', because: 'wrong_signature' };
}

async function secretOf(
  { stores, encryptionKeys }: JudgeDeps,
  { tenantId, vendor }: Caller,
): Promise<string | undefined> {
  const known = await stores.tenants.cached(tenantId);
  return (
    known && documentHookSecret(vendor, await stores.secrets.cachedCredentials(tenantId, encryptionKeys))
  );
}

// A document that the vendor's other customers or the tenant itself made there is unknown, and of no interest.
async function takeReport(core: LeadEffectDeps, { tenantId, vendor }: Caller, report: Report): Promise<void> {
  const { fileId, status, at, documentId, signedAt, documentUrl } = report;
  const { files } = core.stores.forTenant(tenantId);
  const known = await files.findSent(fileId, vendor, now(core));
  if (!known) return core.log.info('report about an unknown document', { tenantId, vendor, status });
  const written = await files.follow(
    known.file,
    {
      status,
      ...(documentId !== undefined && { providerDocumentId: documentId }),
      ...(signedAt !== undefined && { signedAt }),
      ...(documentUrl !== undefined && { documentUrl }),
    },
    { from: statusesBefore(status), change: `${vendor}.${status}.${Date.parse(at)}` },
    now(core),
  );
  // A repeated report completes what the first one left undone.
  const pending = written ?? known;
  await noteFile(core, { tenantId, leadId: pending.file.leadId }, pending);
}
