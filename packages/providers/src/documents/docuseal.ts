/**
 * DocuSeal: sends documents through its API. It has no idempotency key, so every attempt first asks for the submitter
 * with our id, and sends only if there is none.
 */
import { parseHttpUrl } from '@sluice/contracts';
import type { OutboundAnswer, OutboundClient } from '../http/index.js';
import { firstOf, loose, readList, readObject, text, type Loose } from '../read-json.js';
import {
  DOCUMENT_CALL_TIMEOUT_MS,
  type DocumentSendOutcome,
  type DocumentSent,
  type DocumentSender,
  type OutgoingDocument,
} from './document-vendor.js';

/** The longest link that a file takes. */
const LONGEST_LINK = 500;

/** A DocuSeal account. */
export interface DocusealAccount {
  readonly apiKey: string;
  /** The API's address; that of an own installation ends in `/api`. */
  readonly baseUrl?: string | undefined;
}

/** A sender that uses this account. */
export function createDocuseal(client: OutboundClient, account: DocusealAccount): DocumentSender {
  const { apiKey, baseUrl = 'https://api.docuseal.com' } = account;
  const base = baseUrl.replace(/\/+$/, '');
  const call = (method: 'GET' | 'POST', path: string, body?: object): Promise<OutboundAnswer> =>
    client.send({
      url: base + path,
      method,
      headers: {
        'x-auth-token': apiKey,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      timeoutMs: DOCUMENT_CALL_TIMEOUT_MS,
    });

  return {
    url: base,
    async prepare(document) {
      const { fileId, templateId } = document;
      if (!/^[1-9]\d{0,14}$/.test(templateId)) return { kind: 'unfit', reason: 'no_template' };

      const lookup = await call('GET', `/submitters?external_id=${encodeURIComponent(fileId)}`);
      if (!isYes(lookup)) return { kind: 'not_sent', answer: lookup };
      // An answer that cannot be read does not say that there is none.
      const known = readKnown(lookup);
      if (!known) return { kind: 'not_sent', answer: lookup };
      const [had] = known.filter((submitter) => text(submitter['external_id']) === fileId);
      if (had) return sent(had, base, lookup);

      // DocuSeal takes an unknown role by its position instead of refusing it.
      const template = await call('GET', `/templates/${templateId}`);
      if (!isYes(template)) return { kind: 'not_sent', answer: template };
      const role = roleOf(template, document.role);
      if (role === 'unreadable') return { kind: 'not_sent', answer: template };
      if (role === 'unknown') return { kind: 'unfit', reason: 'unknown_role' };

      const submission = submissionOf(document, role.name);
      return async () => readMade(await call('POST', '/submissions', submission), document, base);
    },
  };
}

function submissionOf(document: OutgoingDocument, role: string | undefined): object {
  const { fileId, templateId, name, email, phone, values, metadata, expiresAt } = document;
  return {
    template_id: Number(templateId),
    submitters: [{ role, name, email, phone, external_id: fileId, values, metadata }],
    expire_at: expiresAt && timeText(expiresAt),
  };
}

// E.g. `2024-09-01 12:00:00 UTC`.
function timeText(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function isYes(answer: OutboundAnswer): answer is Extract<OutboundAnswer, { kind: 'answered' }> {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
}

function readKnown({ bodyRead }: { readonly bodyRead: string }): readonly Loose[] | undefined {
  const { data } = readObject(bodyRead);
  return Array.isArray(data) ? data.map(loose) : undefined;
}

// Without a readable list (a template of many fields is longer than what is read of an answer) the first role is taken
// by its position. A named one cannot be checked then, and the vendor would take an unknown one by its position.
function roleOf(
  { bodyRead }: { readonly bodyRead: string },
  asked: string | undefined,
): { readonly name: string | undefined } | 'unknown' | 'unreadable' {
  const { submitters } = readObject(bodyRead);
  const roles = Array.isArray(submitters) ? submitters.map((one) => text(loose(one)['name'])) : undefined;
  if (asked === undefined) return { name: roles?.[0] };
  if (!roles) return 'unreadable';
  return roles.includes(asked) ? { name: asked } : 'unknown';
}

function readMade(answer: OutboundAnswer, { fileId }: OutgoingDocument, base: string): DocumentSendOutcome {
  if (!isYes(answer)) return { kind: 'not_sent', answer, mayBeSent: mayHaveMade(answer) ? true : undefined };
  // A bare list; `/submissions/init` and newer versions may wrap it.
  const { submitters } = readObject(answer.bodyRead);
  const made = readList(answer.bodyRead) ?? (Array.isArray(submitters) ? submitters.map(loose) : []);
  const mine = made.find((one) => text(one['external_id']) === fileId) ?? firstOf(made);
  // Nothing readable: the next attempt looks it up.
  if (text(mine['id']) === undefined) return { kind: 'not_sent', answer, mayBeSent: true };
  return sent(mine, base, answer);
}

function mayHaveMade(answer: OutboundAnswer): boolean {
  return answer.kind === 'failed' ? answer.mayHaveArrived : answer.status >= 500;
}

function sent(submitter: Loose, base: string, answer: OutboundAnswer): DocumentSent {
  const documentId = text(submitter['submission_id']);
  const slug = text(submitter['slug']);
  const link = text(submitter['embed_src']) ?? (slug === undefined ? '' : linkOf(base, slug));
  const signingUrl = parseHttpUrl(link) && link.length <= LONGEST_LINK ? link : undefined;
  return {
    kind: 'sent',
    documentId,
    signingUrl,
    answer,
  };
}

// A looked-up submitter has no link, but the slug that its link ends in. The API of the cloud has a host of its own, that
// of an own installation a path.
function linkOf(base: string, slug: string): string {
  const url = new URL(base);
  url.hostname = url.hostname.replace(/^api\./, '');
  url.pathname = `${url.pathname.replace(/\/api$/, '').replace(/\/$/, '')}/s/${encodeURIComponent(slug)}`;
  return url.href;
}
