/** One made-up lead with everything a good landing page sends along; what is special about a row is put on top of it. */
import { makePerson } from './people.js';
import { choosePlace, makeNumber, makeStreet, writeNumber, type Place } from './places.js';
import type { Random } from './random.js';

/** The columns of the file, in order; a dot leads into an object of the lead. */
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

/** A row, and what is needed to write the same person's number differently. */
export interface MadeLead {
  readonly row: Row;
  readonly place: Place;
  /** The national number in groups. */
  readonly number: string;
}

/** What has been given out already; two leads share a number or a mailbox on purpose only. */
export interface GivenOut {
  readonly numbers: Set<string>;
  readonly mailboxes: Set<string>;
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
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
];
// Networks set aside for documentation.
const networks = ['192.0.2', '198.51.100', '203.0.113'];
const mailDomains = ['example.com', 'example.org', 'example.net'];
const clickIdLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** A lead that is complete, qualifies, and shares neither number nor mailbox with any before it. */
export function makeLead(given: GivenOut, random: Random): MadeLead {
  const place = choosePlace(random);
  const { firstName, lastName, mailbox } = makePerson(place.country, random);
  const number = makeNumber(place, given.numbers, random);
  const row: Row = {
    firstName,
    lastName,
    email: makeEmail(mailbox, given.mailboxes, random),
    phone: writeNumber(place, number, random.below(5)),
    'address.street': makeStreet(place.country, random),
    'address.city': place.city,
    'address.state': place.state,
    'address.zip': place.zip,
    dateOfBirth: random.chance(85) ? date(1938 + random.below(66), random) : '',
    // A number without a country is read as one of the United States.
    country: place.country === 'US' && random.chance(30) ? '' : place.country,
    'questionnaire.injury': random.pick(injuries),
    'questionnaire.injury_date': date(2008 + random.below(16), random),
    'attribution.captureUrl': `https://claims.example.com/roundup?utm_source=${random.pick(['fb', 'search', 'mail'])}&v=${random.below(4)}`,
    'attribution.fbclid': random.chance(55) ? `IwAR${letters(40, random)}` : '',
    'attribution.userAgent': random.pick(userAgents),
    'attribution.ipAddress': `${random.pick(networks)}.${1 + random.below(254)}`,
    'compliance.trustedFormCertUrl': `https://cert.trustedform.example/${letters(32, random)}`,
    notes: random.pick(notes),
  };
  return { row, place, number };
}

function makeEmail(mailbox: string, taken: Set<string>, random: Random): string {
  let unique = mailbox;
  while (taken.has(unique)) unique = `${mailbox}${1 + random.below(999)}`;
  taken.add(unique);
  return `${unique}@${random.pick(mailDomains)}`;
}

function date(year: number, random: Random): string {
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${year}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;
}

function letters(length: number, random: Random): string {
  return Array.from({ length }, () => random.pick([...clickIdLetters])).join('');
}
