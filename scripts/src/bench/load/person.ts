/** The people of a run: made up, valid, and all different, because a duplicate costs less than a delivered lead. */

/** The `n`th person, from 0, as a lead for a campaign. No two of eight million are the same. */
export function makePerson(campaignId: string, n: number) {
  const digits = String(2_000_000 + n);
  const [lastName, email, phone] = [`Quill${digits}`, `avery.${digits}@example.com`, `+1201${digits}`];
  return { campaignId, firstName: 'Avery', lastName, email, phone, questionnaire: { injury: 'yes' } };
}
