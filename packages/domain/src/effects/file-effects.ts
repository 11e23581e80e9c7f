/** The effects of a file's new status (§2.7): the event that reports it, and the pixels of a signature. */
import type { FileReference, FileStatus, NewEffect } from '@sluice/contracts';
import type { EffectContext } from './effect-context.js';
import { leadKey } from './effect-key.js';
import { pixelEffects } from './pixel-effects.js';
import { contactData, webhookEffects } from './webhook-effects.js';

/** A file whose status has changed. */
export interface FileChange {
  readonly file: Pick<
    FileReference,
    'fileId' | 'fileKey' | 'fileName' | 'fileType' | 'provider' | 'status'
  > & {
    readonly signedAt?: string | undefined;
    readonly signingUrl?: string | undefined;
  };
  /** Absent if the file is new. */
  readonly statusBefore?: FileStatus | undefined;
  /** Identifies the change, so that it is notified once: the id from the request, or the instant of expiry. */
  readonly change: string;
}

/** The effects of a change; none if the status is unchanged. */
export function fileEffects(context: EffectContext, { file, statusBefore, change }: FileChange): NewEffect[] {
  if (file.status === statusBefore) return [];
  const { fileId, fileKey, fileName, fileType, provider, status, signedAt, signingUrl } = file;
  const data = () => ({
    fileId,
    fileKey,
    fileName,
    fileType,
    provider,
    status,
    statusBefore,
    signedAt,
    signingUrl,
    lead: contactData(context.facts.data),
  });
  const effectId = leadKey(context.facts.leadId, `file.updated.${fileKey}.${change}`);
  return [
    ...webhookEffects(context, { event: 'file.updated', data, effectId }),
    ...(status === 'signed' ? pixelEffects(context, 'document_signed', { fileKey }) : []),
  ];
}
