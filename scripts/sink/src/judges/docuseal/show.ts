/** DocuSeal's JSON for submitters and submissions. */
import { asObject, asText } from '../../sink-request.js';
import type { Submission, Submitter } from './records.js';

const site = 'https://docuseal.example';

/**
 * A submitter as an answer shows it, or as an event does. Only the answer to a new submission and the look-up have the
 * signing link, `embed_src`.
 */
export function shownSubmitter(
  submitter: Submitter,
  submission: Submission,
  where: 'answer' | 'event',
): object {
  const { id, submissionId, uuid, slug, role, given, sentAt, openedAt, completedAt, declinedAt } = submitter;
  const { createdAt } = submission;
  const shared = {
    id,
    submission_id: submissionId,
    email: asText(given['email']) ?? null,
    phone: asText(given['phone']) ?? null,
    name: asText(given['name']) ?? null,
    role,
    status: statusOf(submitter),
    external_id: asText(given['external_id']) ?? null,
    metadata: asObject(given['metadata']) ?? {},
    sent_at: sentAt,
    opened_at: openedAt,
    completed_at: completedAt,
    declined_at: declinedAt,
    created_at: createdAt,
    updated_at: completedAt ?? declinedAt ?? openedAt ?? createdAt,
    values: valuesOf(submitter),
  };
  if (where === 'answer') return { ...shared, uuid, slug, preferences: {}, embed_src: `${site}/s/${slug}` };
  return {
    ...shared,
    ua: 'Mozilla/5.0',
    ip: '203.0.113.7',
    decline_reason: declinedAt === null ? null : 'I changed my mind',
    documents: completedAt === null ? [] : documentsOf(submission),
    audit_log_url: completedAt === null ? null : `${site}/file/audit-${submissionId}.pdf`,
    submission_url: `${site}/e/${submission.slug}`,
    submission: {
      id: submissionId,
      status: submissionStatus(submission),
      url: `${site}/e/${submission.slug}`,
    },
    template: templateOf(submission),
  };
}

/** A submission as `GET /submissions/{id}` and its events show it. */
export function shownSubmission(submission: Submission): object {
  const { id, slug, given, submitters, createdAt, archivedAt } = submission;
  const isCompleted = submissionStatus(submission) === 'completed';
  return {
    id,
    name: asText(given['name']) ?? null,
    slug,
    source: 'api',
    status: submissionStatus(submission),
    submitters_order: asText(given['order']) ?? 'preserved',
    expire_at: asText(given['expire_at']) ?? null,
    completed_at: isCompleted ? lastOf(submitters.map(({ completedAt }) => completedAt)) : null,
    archived_at: archivedAt,
    created_at: createdAt,
    updated_at: createdAt,
    audit_log_url: isCompleted ? `${site}/file/audit-${id}.pdf` : null,
    combined_document_url: null,
    documents: isCompleted ? documentsOf(submission) : [],
    submitters: submitters.map((each) => shownSubmitter(each, submission, 'answer')),
    template: templateOf(submission),
    submission_events: submitters.flatMap((submitter) => eventsOf(submitter)),
  };
}

function statusOf({ declinedAt, completedAt, openedAt, sentAt }: Submitter): string {
  if (declinedAt !== null) return 'declined';
  if (completedAt !== null) return 'completed';
  if (openedAt !== null) return 'opened';
  return sentAt === null ? 'awaiting' : 'sent';
}

function submissionStatus({ submitters, expiredAt }: Submission): string {
  if (submitters.some(({ declinedAt }) => declinedAt !== null)) return 'declined';
  if (submitters.every(({ completedAt }) => completedAt !== null)) return 'completed';
  return expiredAt === null ? 'pending' : 'expired';
}

function valuesOf({ given }: Submitter): readonly object[] {
  const values = Object.entries(asObject(given['values']) ?? {});
  const fields = Array.isArray(given['fields']) ? given['fields'].map((field) => asObject(field) ?? {}) : [];
  const defaults = fields.flatMap(({ name, default_value: value }) =>
    value === undefined ? [] : [[String(name), value] as const],
  );
  return [...values, ...defaults].map(([field, value]) => ({ field, value }));
}

function eventsOf({ id, sentAt, openedAt, completedAt, declinedAt }: Submitter): readonly object[] {
  const steps = [
    ['send_email', sentAt],
    ['view_form', openedAt],
    ['complete_form', completedAt],
    ['decline_form', declinedAt],
  ] as const;
  return steps.flatMap(([type, at]) =>
    at === null ? [] : [{ submitter_id: id, event_type: type, event_timestamp: at }],
  );
}

const documentsOf = ({ id, template }: Submission) => [
  { name: template.name, url: `${site}/file/document-${id}.pdf` },
];
const templateOf = ({ template }: Submission) => ({
  id: template.id,
  name: template.name,
  external_id: null,
  folder_name: 'Default',
});
const lastOf = (times: readonly (string | null)[]) => [...times].sort().at(-1) ?? null;
