/**
 * Generates examples/leads.csv as planned in leads-plan.ts: builds every set, then shuffles the rows into a realistic
 * order.
 */
import { stringify } from 'csv-stringify/sync';
import { seededFakers, type Fakers } from './fakers.js';
import { plan, type DuplicateSetKind, type RefusalKind } from './leads-plan.js';
import { columns, makeLead, type GivenOut, type MadeLead, type Row } from './make-lead.js';
import { writeNumber } from './places.js';

const seed = 20240611;
const spellingsOfNo = ['no', 'No', 'NO', ' no '];

/** The file as text, header first, one row per line; always the same. */
export function leadsCsv(): string {
  const fakers = seededFakers(seed);
  const anywhere = (): number => fakers.any.number.int(1_000_000);
  const given: GivenOut = { numbers: new Set(), emails: new Set() };
  const next = (): MadeLead => makeLead(given, fakers);

  const ordered: { readonly position: number; readonly row: Row }[] = [];
  const place = (row: Row, position = anywhere()): number => {
    ordered.push({ position, row });
    return position;
  };

  for (let n = 0; n < plan.unremarkable; n += 1) place(next().row);
  for (let n = 0; n < plan.disqualified; n += 1) place(notInjured(next().row, n));
  for (const [kind, { sets, members }] of entries(plan.duplicateSets)) {
    for (let n = 0; n < sets; n += 1) {
      const first = next();
      const position = place(written(first, n));
      for (let copy = 1; copy < members; copy += 1) {
        // Every second twin follows its original directly, so that both are in flight together; the others are placed
        // at random.
        place(twin(kind, first, next(), n + copy), n % 2 === 0 ? position : anywhere());
      }
    }
  }
  for (const [kind, count] of entries(plan.refused)) {
    for (let n = 0; n < count; n += 1) place(broken(kind, next(), fakers));
  }

  ordered.sort((one, other) => one.position - other.position);
  return stringify(
    ordered.map(({ row }) => columns.map((column) => row[column])),
    { header: true, columns: [...columns] },
  );
}

/** `Object.entries` that preserves the type of the keys. */
function entries<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}

function notInjured(row: Row, n: number): Row {
  const no = spellingsOfNo[n % spellingsOfNo.length] ?? 'no';
  return { ...row, 'questionnaire.injury': no, 'questionnaire.injury_date': '' };
}

/** The same lead with its number written in the given style. */
function written({ row, place, number }: MadeLead, style: number): Row {
  // A national number needs its country to be understood.
  return { ...row, phone: writeNumber(place, number, style), country: place.country };
}

/** A row with the value of `first` that makes it a duplicate, which otherwise equals `other`. */
function twin(kind: DuplicateSetKind, first: MadeLead, other: MadeLead, style: number): Row {
  const sameNumber: Row = {
    ...other.row,
    ...address(first.row),
    phone: written(first, style).phone,
    country: first.place.country,
  };
  switch (kind) {
    case 'phoneWrittenDifferently':
    case 'phoneInThreeWritings':
      return { ...sameNumber, firstName: first.row.firstName, lastName: first.row.lastName };
    case 'household':
      return { ...sameNumber, lastName: first.row.lastName, phone: written(first, style - 1).phone };
    case 'emailInOtherCase':
      return {
        ...other.row,
        firstName: first.row.firstName,
        lastName: first.row.lastName,
        email: inOtherCase(first.row.email, style),
      };
    case 'sharedMailbox':
      return { ...other.row, email: first.row.email };
    case 'sentTwice':
      return { ...written(first, style - 1), notes: 'Sent the form again', 'attribution.fbclid': '' };
  }
}

function address(row: Row): Partial<Row> {
  return {
    'address.street': row['address.street'],
    'address.city': row['address.city'],
    'address.state': row['address.state'],
    'address.zip': row['address.zip'],
  };
}

function inOtherCase(email: string, style: number): string {
  if (style % 2 === 0) return email.toUpperCase();
  return email.replace(/(^|[.@])[a-z]/g, (start) => start.toUpperCase());
}

function broken(kind: RefusalKind, { row, place, number }: MadeLead, { any }: Fakers): Row {
  const lastGroups = number.slice(-8).trim();
  switch (kind) {
    case 'noLastName':
      return { ...row, lastName: '' };
    case 'noFirstName':
      return { ...row, firstName: '' };
    case 'noEmail':
      return { ...row, email: '' };
    case 'noPhone':
      return { ...row, phone: '' };
    case 'badEmail':
      return {
        ...row,
        email: any.helpers.arrayElement([
          row.email.replace('@', ' at '),
          row.email.replace('@', '.'),
          row.email.replace(/@.*/, '@'),
          `${row.email}@example.com`,
        ]),
      };
    case 'shortPhone':
      return { ...row, phone: lastGroups };
    case 'lettersInPhone':
      return { ...row, phone: `${writeNumber(place, number, 3)} ext. 12` };
    case 'lowerCaseCountry':
      return { ...row, country: place.country.toLowerCase() };
    case 'threeLetterCountry':
      return { ...row, country: any.helpers.arrayElement(['USA', 'GBR', 'DEU']) };
    case 'dateOfBirthNotIso':
      return { ...row, dateOfBirth: `0${any.number.int({ min: 1, max: 9 })}/14/1961` };
    case 'twoProblems':
      return { ...row, lastName: '', phone: lastGroups };
  }
}
