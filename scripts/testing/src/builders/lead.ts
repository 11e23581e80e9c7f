/** The body of a new lead, for tests and for the affiliates of chaos runs. The person in it does not exist. */
import { built, type Said } from './built.js';
import { nextNumber, testPhone } from './unique.js';

/** So many of the first test numbers, those with 555-01xx, are left to tests that write a number out. */
const WRITTEN_OUT = 2_000;

/** The body that submits a new lead (§4.2). No two have the same name, email address or telephone number. */
export function aLead<S extends Said = Record<never, never>>(said: S = {} as S) {
  const n = nextNumber();
  const usual = {
    campaignId: 'TEST0',
    firstName: 'Testa',
    lastName: `Person${n}`,
    email: `person${n}@leads.example`,
    phone: testPhone(WRITTEN_OUT + n),
    address: { street: `${n} Example Street`, city: 'Oakland', state: 'CA', zip: '94607' },
    country: 'US',
    questionnaire: { injury: 'yes' },
  };
  return built(usual, said);
}
