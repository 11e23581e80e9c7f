/**
 * The people whose leads an affiliate posts; they do not exist. `@sluice/testing` has builders of such leads too, but
 * loading it takes each affiliate's process about a second of processor time.
 */

const areaCodes = [
  212, 213, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 206, 214, 216, 303, 310, 313, 314, 317,
];
/** The numbers of one area's 555 exchange. */
const NUMBERS = 10_000;

/** The fields of the n-th person's lead, from 0; the first 200,000 differ in name, email address and telephone number. */
export function person(n: number): Readonly<Record<string, unknown>> {
  const area = areaCodes[Math.floor(n / NUMBERS) % areaCodes.length];
  return {
    firstName: 'Testa',
    lastName: `Person${n}`,
    email: `person${n}@leads.example`,
    phone: `+1${area}555${String(n % NUMBERS).padStart(4, '0')}`,
    address: { street: `${n} Example Street`, city: 'Oakland', state: 'CA', zip: '94607' },
    country: 'US',
    questionnaire: { injury: 'yes' },
  };
}
