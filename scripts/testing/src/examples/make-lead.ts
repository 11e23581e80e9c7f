/** A made-up lead with everything that a good landing page sends; callers then change what is special about a row. */
import type { Fakers } from './fakers.js';
import { makePerson } from './people.js';
import { choosePlace, makeNumber, makeStreet, writeNumber, type Place } from './places.js';

/** The columns of the file, in order; a dot denotes a field of a nested object. */
export const columns = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address.street',
  'address.city',
  'address.state',
  'address.zip',
  'dateOfBirth',
  'country',
  'questionnaire.injury',
  'questionnaire.injury_date',
  'attribution.captureUrl',
  'attribution.fbclid',
  'attribution.userAgent',
  'attribution.ipAddress',
  'compliance.trustedFormCertUrl',
  'notes',
] as const;

/** One row; an empty cell is a field that is not sent. */
export type Row = Record<(typeof columns)[number], string>;

/** A row with the data needed to write the same number in another notation. */
export interface MadeLead {
  readonly row: Row;
  readonly place: Place;
  /** The national number in groups. */
  readonly number: string;
}

/** The values used so far; two leads have the same number or address only on purpose. */
export interface GivenOut {
  readonly numbers: Set<string>;
  readonly emails: Set<string>;
}

const injuries = [
  'Non-Hodgkin lymphoma',
  'non-hodgkin lymphoma',
  'Chronic lymphocytic leukemia',
  'B-cell lymphoma',
  'Multiple myeloma',
  'yes',
  'Yes, diagnosed',
  'Linfoma',
];
const notes = [
  '',
  '',
  '',
  'Prefers a call after 5 pm',
  'Asked for Spanish, French or English',
  'Says "call me, don\'t text"',
  'Sprayed weekly for 12 years; farm, then nursery',
  'Husband was exposed as well, see second form',
  'Très disponible le matin',
  '電話はできません',
];
/** Networks reserved for documentation. */
const networks = ['test-net-1', 'test-net-2', 'test-net-3'] as const;

/** A complete lead that qualifies, and has neither number nor address of any earlier one. */
export function makeLead(given: GivenOut, fakers: Fakers): MadeLead {
  const { any } = fakers;
  const place = choosePlace(fakers);
  const { firstName, lastName, email } = makePerson(place.country, given.emails, fakers);
  const number = makeNumber(place, given.numbers, fakers);
  const row: Row = {
    firstName,
    lastName,
    email,
    phone: writeNumber(place, number, any.number.int(4)),
    'address.street': makeStreet(place.country, fakers),
    'address.city': place.city,
    'address.state': place.state,
    'address.zip': place.zip,
    dateOfBirth: any.datatype.boolean(0.85) ? dateBetween('1938-01-01', '2003-12-31', fakers) : '',
    // A number without a country is read as one of the United States.
    country: place.country === 'US' && any.datatype.boolean(0.3) ? '' : place.country,
    'questionnaire.injury': any.helpers.arrayElement(injuries),
    'questionnaire.injury_date': dateBetween('2008-01-01', '2023-12-31', fakers),
    'attribution.captureUrl': `https://claims.example.com/roundup?utm_source=${any.helpers.arrayElement(['fb', 'search', 'mail'])}&v=${any.number.int(3)}`,
    'attribution.fbclid': any.datatype.boolean(0.55) ? `IwAR${any.string.alphanumeric(40)}` : '',
    'attribution.userAgent': any.internet.userAgent(),
    'attribution.ipAddress': any.internet.ipv4({ network: any.helpers.arrayElement(networks) }),
    'compliance.trustedFormCertUrl': `https://cert.trustedform.example/${any.string.alphanumeric(32)}`,
    notes: any.helpers.arrayElement(notes),
  };
  return { row, place, number };
}

function dateBetween(from: string, to: string, { any }: Fakers): string {
  return any.date
    .between({ from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` })
    .toISOString()
    .slice(0, 10);
}
