/** The people of a run: made up, valid, and all different, because a duplicate costs less than a delivered lead. */
import type { Contestant } from '../contestant.js';

/** The seven digits in all texts of the `n`th person, from 0. No two of eight million have the same. */
export const digitsOf = (n: number): string => String(2_000_000 + n);

/** The `n`th person as a lead for a campaign. */
export function makePerson(campaignId: string, n: number) {
  const digits = digitsOf(n);
  const [lastName, email, phone] = [`Quill${digits}`, `avery.${digits}@example.com`, `+1201${digits}`];
  return { campaignId, firstName: 'Avery', lastName, email, phone, questionnaire: { injury: 'yes' } };
}

/** The request that submits the `n`th person. */
export function requestOf({ apiKey, campaign }: Contestant, n: number) {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(makePerson(campaign.id, n)) } as const;
}

/** The submission that an answer names. */
export const submissionOf = (answer: string): string =>
  (JSON.parse(answer) as { data: { submissionId: string } }).data.submissionId;
