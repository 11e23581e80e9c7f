/** The submissions that the fake DocuSeal was given, and the events that report what became of them. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { EventToSend, EventVendor } from '../../send-events.js';
import { asObject, asText } from '../../sink-request.js';
import type { JsonObject } from '../../sink-request.js';
import { roleOf } from './check-submission.js';
import type { Submission, Submitter } from './records.js';
import { shownSubmission, shownSubmitter } from './show.js';
import type { DocusealTemplate } from './templates.js';

/** All submissions of the account. */
export interface DocusealSubmissions extends EventVendor {
  create(given: JsonObject, template: DocusealTemplate): Submission;
  submission(id: number): Submission | undefined;
  submitter(id: number): Submitter | undefined;
  /** The submitters that match, newest first. */
  submitters(query: { readonly externalId?: string; readonly submissionId?: number }): Submitter[];
}

const most = 10_000;

/** Starts without submissions; keeps the latest ten thousand. */
export function docusealSubmissions(): DocusealSubmissions {
  const kept = new Map<number, Submission>();
  // An event of a submitter or submission happens once; whoever asks for it again gets the same one.
  const happened = new Map<string, string>();
  let lastId = 0;
  const nextId = () => (lastId += 1);
  const all = () => [...kept.values()].reverse().flatMap(({ submitters }) => submitters);

  const store: DocusealSubmissions = {
    create(given, template) {
      const id = nextId();
      const createdAt = new Date().toISOString();
      const people = (given['submitters'] as unknown[]).map((each) => asObject(each) ?? {});
      const submitters = people.map((person, index): Submitter => {
        const sends = (person['send_email'] ?? given['send_email']) !== false;
        return {
          id: nextId(),
          submissionId: id,
          uuid: randomUUID(),
          slug: randomBytes(7).toString('hex'),
          role: roleOf(template, person, index),
          given: person,
          sentAt: sends && asText(person['email']) !== undefined ? createdAt : null,
          openedAt: null,
          completedAt: person['completed'] === true ? createdAt : null,
          declinedAt: null,
        };
      });
      const slug = randomBytes(7).toString('hex');
      const made = { id, slug, given, template, submitters, createdAt, expiredAt: null, archivedAt: null };
      kept.set(id, made);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return made;
    },
    submission: (id) => kept.get(id),
    submitter: (id) => all().find((each) => each.id === id),
    submitters: ({ externalId, submissionId }) =>
      all().filter(
        ({ given, submissionId: of }) =>
          (externalId === undefined || given['external_id'] === externalId) &&
          (submissionId === undefined || of === submissionId),
      ),
    report({ event, of, with: more }) {
      const submitter = subject(of);
      const submission = kept.get(submitter?.submissionId ?? Number(of));
      const about = event.startsWith('submission.') ? (submission?.id ?? of) : (submitter?.id ?? of);
      const name = `${event} ${about}`;
      const timestamp = happened.get(name) ?? new Date().toISOString();
      happened.set(name, timestamp);
      happen(event, timestamp, submitter, submission);
      const data =
        event.startsWith('submission.') && submission !== undefined
          ? shownSubmission(submission)
          : submitter !== undefined && submission !== undefined
            ? shownSubmitter(submitter, submission, 'event')
            : { id: of, external_id: String(of) };
      return { event_type: event, timestamp, data: { ...data, ...more } };
    },
    sign(secret, rawBody, signedAt) {
      const seconds = Math.floor(signedAt.getTime() / 1_000);
      const hex = createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex');
      return { 'X-Docuseal-Signature': `${seconds}.${hex}` };
    },
  };

  function subject(of: EventToSend['of']): Submitter | undefined {
    return typeof of === 'number'
      ? (store.submitter(of) ?? kept.get(of)?.submitters[0])
      : store.submitters({ externalId: of })[0];
  }
  return store;
}

// Whoever completed or declined a form also opened it. Neither is taken back by an event that is sent later.
function happen(event: string, at: string, submitter?: Submitter, submission?: Submission): void {
  if (submission !== undefined) {
    if (event === 'submission.expired') submission.expiredAt ??= at;
    if (event === 'submission.archived') submission.archivedAt ??= at;
  }
  if (submitter === undefined || !event.startsWith('form.')) return;
  submitter.openedAt ??= at;
  if (submitter.completedAt !== null || submitter.declinedAt !== null) return;
  if (event === 'form.completed') submitter.completedAt = at;
  if (event === 'form.declined') submitter.declinedAt = at;
}
