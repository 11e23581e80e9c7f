/** DocuSeal's webhooks: who made a call, and what it reports on a document. */
import { parseHttpUrl } from '@sluice/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HookSignature } from '../hook-signature.js';
import { firstOf, loose, meaningOf, readObject, text, type Loose } from '../read-json.js';
import type { DocumentCallback, DocumentHook, DocumentHookRequest } from './document-vendor.js';

const TOLERANCE_SECONDS = 300;
const LONGEST_URL = 2_000;

/**
 * A call is genuine if it is signed with the secret, or bears it in a header: at DocuSeal an operator names a header and
 * its value, so any name will do.
 */
export const docusealHook: DocumentHook = {
  looksSigned: (request) => signatureOf(request) !== undefined,
  bearsSecret,
  isGenuine: (request, secret) => isSigned(request, secret) || bearsSecret(request.headers, secret),
  read: readDocusealEvent,
};

// The signature and the time that it covers, if both have their form and the time is near.
function signatureOf({ headers, receivedAt }: HookSignature) {
  const [, timestamp, signature] =
    /^(\d{1,12})\.([0-9a-f]{64})$/.exec(headers['x-docuseal-signature'] ?? '') ?? [];
  if (timestamp === undefined || signature === undefined) return undefined;
  const ageSeconds = receivedAt.getTime() / 1000 - Number(timestamp);
  return Math.abs(ageSeconds) > TOLERANCE_SECONDS ? undefined : { timestamp, signature };
}

function isSigned({ rawBody, ...request }: DocumentHookRequest, secret: string): boolean {
  const signed = signatureOf(request);
  if (!signed) return false;
  const expected = createHmac('sha256', secret).update(`${signed.timestamp}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signed.signature, 'hex'));
}

function bearsSecret(headers: HookSignature['headers'], secret: string): boolean {
  const expected = digest(secret);
  return Object.values(headers).some(
    (value) => value !== undefined && timingSafeEqual(digest(value), expected),
  );
}

// Of the same length whatever the header's.
function digest(value: string): Buffer {
  return createHmac('sha256', 'header').update(value).digest();
}

const statuses = {
  'form.viewed': 'viewed',
  'form.started': 'in_progress',
  'form.completed': 'signed',
  'form.declined': 'declined',
  'submission.expired': 'expired',
} as const;

function readDocusealEvent(body: string): DocumentCallback {
  const event = readObject(body);
  const status = meaningOf(statuses, event['event_type']);
  const data = loose(event['data']);
  // The data of an expiry is the submission, that of the others the submitter.
  const isSubmission = status === 'expired';
  const submitter = isSubmission ? ours(data) : data;
  const fileId = text(submitter['external_id']);
  const at = instantOf(event['timestamp']);
  if (status === undefined || fileId === undefined || at === undefined) return { kind: 'ignored' };
  const documentId = text(isSubmission ? data['id'] : data['submission_id']);
  return {
    kind: 'status',
    fileId,
    status,
    at,
    documentId,
    ...(status === 'signed' && signedParts(data, at)),
  };
}

function ours({ submitters }: Loose): Loose {
  const all = Array.isArray(submitters) ? submitters.map(loose) : [];
  return all.find((one) => text(one['external_id'])) ?? {};
}

function signedParts(data: Loose, at: string) {
  const url = text(firstOf(data['documents'])['url']);
  const isUrl = url !== undefined && url.length <= LONGEST_URL && parseHttpUrl(url) !== undefined;
  return { signedAt: instantOf(data['completed_at']) ?? at, documentUrl: isUrl ? url : undefined };
}

function instantOf(value: unknown): string | undefined {
  const at = new Date(text(value) ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
