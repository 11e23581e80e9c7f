/**
 * What a vendor is asked to have signed (§2.1.2), as the campaign said it when the lead qualified, and whose turn it is:
 * documents of the same order go together, and the next order goes when those before are signed.
 */
import type {
  CampaignDocument,
  DocumentField,
  Effect,
  FileStatus,
  NewEffect,
  SignatureOrder,
} from '@sluice/contracts';

const notVendors: ReadonlySet<string> = new Set(['', 'manual_upload', 'system_generated', 'csv_import']);

/** The order of a document, which goes after the files `after`; undefined if no vendor sends it. */
export function signatureOrder(
  document: CampaignDocument,
  after: readonly string[],
): SignatureOrder | undefined {
  const { provider: vendor = '', fieldMappingOverrides = [], metadataOverrides: metadata = {} } = document;
  if (notVendors.has(vendor)) return undefined;
  const templateId = document.templateId || document.documentTemplateId;
  const { expiresInDays } = document;
  return {
    vendor,
    templateId,
    expiresInDays,
    metadata,
    fields: fieldMappingOverrides.flatMap((mapping) => fieldOf(mapping) ?? []),
    after,
  };
}

type Mapping = NonNullable<CampaignDocument['fieldMappingOverrides']>[number];

// A source of another type than the field library is not known here, so such a field gets its fallback.
function fieldOf(mapping: Mapping): DocumentField | undefined {
  const { providerFieldName, providerFieldId, sourceType = 'field_library', sourceValue } = mapping;
  const name = providerFieldName || providerFieldId;
  if (!name || mapping.autoFill === false) return undefined;
  const key = sourceType === 'field_library' ? sourceValue : undefined;
  const fallback = mapping.fallbackTemplate;
  return { name, key: key || undefined, fallback: fallback || undefined };
}

/** A file that has to be signed before. */
export type FileBefore = { readonly fileKey: string; readonly status: FileStatus };

/** Which of the files before a document are not signed: `waits` for them, or `never` goes because of how one ended. */
export function turnOfDocument(
  { after }: Pick<SignatureOrder, 'after'>,
  files: readonly FileBefore[],
): { readonly kind: 'now' } | { readonly kind: 'waits' | 'never'; readonly for: string } {
  const unsigned = after.filter((fileKey) => !isSigned(statusOf(files, fileKey)));
  const ended = unsigned.find((fileKey) => hasEnded(statusOf(files, fileKey)));
  if (ended !== undefined) return { kind: 'never', for: ended };
  return unsigned[0] === undefined ? { kind: 'now' } : { kind: 'waits', for: unsigned[0] };
}

/**
 * The effect that sends a requested document, or undefined if it is not its turn or no vendor sends it. Its key follows
 * from that of the document's, so a document is sent once per lead.
 */
export function signatureEffect(
  { effectId, submissionId, leadId, campaignId, trigger, body }: Effect<'document'>,
  files: readonly FileBefore[],
  mintEventId: () => string,
): NewEffect<'signature'> | undefined {
  const { file, order } = body;
  if (!file || !order || turnOfDocument(order, files).kind !== 'now') return undefined;
  return {
    effectId: `${effectId}.send`,
    kind: 'signature',
    eventId: mintEventId(),
    submissionId,
    leadId,
    campaignId,
    trigger,
    body: { ...order, fileKey: file.fileKey },
  };
}

/** Whether the effect is a document that waits for the file to be signed. */
export function waitsForFile(effect: Effect, fileKey: string): effect is Effect<'document'> {
  return effect.kind === 'document' && effect.body.order?.after.includes(fileKey) === true;
}

/** Whether a file of this status counts as signed. */
export function isSigned(status: FileStatus | undefined): boolean {
  return status === 'signed' || status === 'verified';
}

function hasEnded(status: FileStatus | undefined): boolean {
  return status === 'declined' || status === 'expired' || status === 'failed';
}

function statusOf(files: readonly FileBefore[], fileKey: string): FileStatus | undefined {
  return files.find((file) => file.fileKey === fileKey)?.status;
}
