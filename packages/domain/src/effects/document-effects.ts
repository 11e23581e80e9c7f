/** Documents that a qualified lead is asked to sign (§2.1.2): each creates a pending file reference and an event. */
import type { CampaignDocument, DocumentBody, NewEffect } from '@sluice/contracts';
import { fileProviderSchema, isDocumentVendor } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import { signatureOrder } from '../documents/signature-order.js';
import { effectOf, type EffectContext } from './effect-context.js';
import { entryNames, leadKey } from './effect-key.js';
import { contactData, webhookEffects } from './webhook-effects.js';

/**
 * The effects of the campaign's active documents that are sent automatically and whose conditions hold; each once per
 * lead.
 */
export function documentEffects(context: EffectContext): NewEffect[] {
  const { campaign, facts } = context;
  if (!campaign) return [];
  const documents = campaign.documents ?? [];
  const names = entryNames(documents.map(({ documentId }) => documentId));
  const fileKeys = fileKeysOf(documents);
  const asked = documents
    .map((document, index) => ({
      document,
      name: `${campaign.campaignId}.${names[index]}`,
      fileKey: fileKeys[index] ?? `document_${index + 1}`,
    }))
    .filter(({ document }) => isAskedFor(document, context))
    .sort((a, b) => placeOf(a) - placeOf(b));
  return asked.flatMap((one) => {
    const { document, name, fileKey } = one;
    const after = asked.filter((other) => placeOf(other) < placeOf(one)).map((other) => other.fileKey);
    const order = signatureOrder(document, after);
    const waits = order !== undefined && isDocumentVendor(order.vendor) && after.length > 0;
    const file = fileFor(document, fileKey, waits ? undefined : context.now);
    const body = { file, order };
    const effectId = leadKey(facts.leadId, `document.${name}`);
    return [
      effectOf(context, { effectId, kind: 'document', trigger: 'lead_qualified', body }),
      ...webhookEffects(context, {
        event: 'document.requested',
        data: () => ({ ...requestData(document, file), lead: contactData(facts.data) }),
        effectId: leadKey(facts.leadId, `document.requested.${name}`),
      }),
    ];
  });
}

function placeOf({ document }: { readonly document: CampaignDocument }): number {
  return document.order ?? 0;
}

function isAskedFor(document: CampaignDocument, { facts }: EffectContext): boolean {
  if (document.isActive !== true || document.autoSend !== true) return false;
  return document.conditions === undefined || evaluateGroup(document.conditions, facts).matched;
}

const dayMs = 86_400_000;

// A document that waits for others has its days once it goes.
function fileFor(document: CampaignDocument, fileKey: string, from: Date | undefined): DocumentBody['file'] {
  const { documentId, documentTemplateId, templateId, type, name, order, required, expiresInDays } = document;
  const provider = fileProviderSchema.safeParse(document.provider);
  const expiresAt =
    expiresInDays === undefined || from === undefined
      ? undefined
      : new Date(from.getTime() + expiresInDays * dayMs).toISOString();
  const known = { documentId, documentTemplateId, templateId, type, order, required, expiresAt };
  return {
    fileKey,
    fileName: name || documentId || 'Document',
    fileType: 'pdf',
    documentUrl: '',
    provider: provider.success ? provider.data : 'manual_upload',
    status: 'pending',
    metadata: { ...document.metadataOverrides, ...defined(known) },
  };
}

// A file key may contain only lower-case letters, digits and underscores, and a lead has one file per key.
function fileKeysOf(documents: readonly CampaignDocument[]): string[] {
  const plain = documents.map(({ documentId, type, name }) =>
    (documentId || type || name || '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 100),
  );
  const taken = new Set(plain);
  return plain.map((key, index) => {
    if (key !== '' && plain.indexOf(key) === index) return key;
    const numbered = `${key || 'document'}_${index + 1}`;
    let own = numbered;
    for (let n = 2; taken.has(own); n += 1) own = `${numbered}_${n}`;
    taken.add(own);
    return own;
  });
}

function requestData({ documentId, type, name }: CampaignDocument, file: DocumentBody['file']) {
  const { fileKey, provider, status, metadata } = file;
  const { expiresAt } = metadata;
  return defined({ documentId, type, name, fileKey, provider, status, expiresAt });
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
