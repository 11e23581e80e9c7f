/** What the fake DocuSeal keeps of a submission. Times are ISO 8601. */
import type { JsonObject } from '../../sink-request.js';
import type { DocusealTemplate } from './templates.js';

/** One person who is to sign. */
export interface Submitter {
  readonly id: number;
  readonly submissionId: number;
  readonly uuid: string;
  readonly slug: string;
  readonly role: string;
  readonly given: JsonObject;
  readonly sentAt: string | null;
  openedAt: string | null;
  completedAt: string | null;
  declinedAt: string | null;
}

/** One document that was sent. */
export interface Submission {
  readonly id: number;
  readonly slug: string;
  readonly given: JsonObject;
  readonly template: DocusealTemplate;
  readonly submitters: readonly Submitter[];
  readonly createdAt: string;
  expiredAt: string | null;
  archivedAt: string | null;
}
