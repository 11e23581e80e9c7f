/** The people of a run: made up, valid, and all different, because a duplicate costs less than a delivered lead. */

const areaCodes = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213, 214, 215, 216, 217, 218, 219, 224];
const NUMBERS_IN_EXCHANGE = 10_000;
const FIRST_EXCHANGE = 555;

/** The body that submits the `n`th person, from 0. No two of eight million have the same address or number. */
export function makePerson(campaignId: string, n: number): string {
  const exchanges = Math.floor(n / NUMBERS_IN_EXCHANGE);
  const areaCode = areaCodes[exchanges % areaCodes.length];
  const exchange = FIRST_EXCHANGE + Math.floor(exchanges / areaCodes.length);
  return JSON.stringify({
    campaignId,
    firstName: 'Avery',
    lastName: `Quill${n}`,
    email: `avery.${n}@example.com`,
    phone: `+1${areaCode}${exchange}${String(n % NUMBERS_IN_EXCHANGE).padStart(4, '0')}`,
    questionnaire: { injury: 'yes' },
  });
}
