import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { digitsOf, makePerson } from '../load/person.js';

/** The texts that distinguish one lead's documents from another's, e.g. its ids, and when it was accepted. */
export interface Identity {
  readonly texts: readonly string[];
  readonly acceptedMs: number;
}

/** What identifies a lead; without ids, it gets new ones. */
export interface LeadOf {
  readonly campaignId: string;
  /** The number of its person. */
  readonly person: number;
  readonly acceptedMs: number;
  readonly leadId?: string;
  readonly submissionId?: string;
}

/** The identity of a lead. Its phone and address are stored in clear, with the digits of the person, and as hashes. */
export function identityOf({ campaignId, person, acceptedMs, ...ids }: LeadOf): Identity {
  const { phone, email } = makePerson(campaignId, person);
  const hashOf = (value: string) => createHash('sha256').update(value).digest('base64url').slice(0, 32);
  const newUlid = (kind: number) => `${encodeTime(acceptedMs, 10)}${kind}${String(person).padStart(15, '0')}`;
  const ulids = [ids.leadId, ids.submissionId].map((id, kind) => id?.replace(/^.*_/, '') ?? newUlid(kind));
  const lowerCase = ulids.map((ulid) => ulid.toLowerCase());
  const texts = [...ulids, ...lowerCase, hashOf(phone), hashOf(email), digitsOf(person), campaignId];
  return { texts, acceptedMs };
}
