/**
 * The places of made-up people, with telephone numbers. The numbers come from ranges that the numbering authorities
 * reserve for fiction. Mexico and India reserve none, so theirs are conspicuously round, and nothing here ever dials
 * them.
 */
import type { Fakers } from './fakers.js';

/** A city, with the form of addresses and telephone numbers there. */
export interface Place {
  readonly country: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  /** The national number in its written groups; `#` stands for a digit that varies. */
  readonly numbers: string;
}

const placeLists: Readonly<Record<string, string>> = {
  // City, state, ZIP code, number. 555-0100 to 555-0199 are unassigned in every area code. Area code 415 is left to the
  // hand-typed examples of the documentation, so that trying one of them first changes no count.
  US: `Los Angeles,CA,90012,213 555 01##|San Diego,CA,92101,619 555 01##|Sacramento,CA,95814,916 555 01##
Seattle,WA,98101,206 555 01##|Portland,OR,97205,503 555 01##|Las Vegas,NV,89101,702 555 01##|Phoenix,AZ,85004,602 555 01##
Denver,CO,80202,303 555 01##|Salt Lake City,UT,84101,801 555 01##|Houston,TX,77002,713 555 01##|Austin,TX,78701,512 555 01##
Dallas,TX,75201,214 555 01##|New Orleans,LA,70112,504 555 01##|Memphis,TN,38103,901 555 01##|Nashville,TN,37203,615 555 01##
Atlanta,GA,30303,404 555 01##|Miami,FL,33131,305 555 01##|Orlando,FL,32801,407 555 01##|Tampa,FL,33602,813 555 01##
Chicago,IL,60604,312 555 01##|Detroit,MI,48226,313 555 01##|Minneapolis,MN,55401,612 555 01##|St. Louis,MO,63101,314 555 01##
Columbus,OH,43215,614 555 01##|Philadelphia,PA,19107,215 555 01##|New York,NY,10007,212 555 01##|Brooklyn,NY,11201,718 555 01##
Boston,MA,02108,617 555 01##|Raleigh,NC,27601,919 555 01##|Charlotte,NC,28202,704 555 01##|Albuquerque,NM,87102,505 555 01##
Honolulu,HI,96813,808 555 01##|Anchorage,AK,99501,907 555 01##|Coeur d'Alene,ID,83814,208 555 01##|Winston-Salem,NC,27101,336 555 01##`,
  CA: `Toronto,ON,M5H 2N2,416 555 01##|Montréal,QC,H2Y 1C6,514 555 01##|Trois-Rivières,QC,G9A 5L9,819 555 01##|Vancouver,BC,V6B 1A1,604 555 01##`,
  GB: `London,Greater London,SW1A 2AA,020 7946 0###|Manchester,Lancashire,M2 5DB,0161 496 0###|Leeds,West Yorkshire,LS1 3AD,0113 496 0###`,
  DE: `Berlin,Berlin,10117,030 23125 ###|München,Bayern,80331,089 99998 ###|Köln,Nordrhein-Westfalen,50667,0221 4710 ###|Hamburg,Hamburg,20095,040 66969 ###`,
  FR: `Paris,Île-de-France,75004,01 99 00 ## ##|Orléans,Centre-Val de Loire,45000,02 61 91 ## ##`,
  AU: `Sydney,NSW,2000,02 5550 ####|Melbourne,VIC,3000,03 7010 ####|Brisbane,QLD,4000,07 5550 ####`,
  MX: `Ciudad de México,CDMX,06000,55 5555 0###|Querétaro,Qro.,76000,442 555 0###`,
  IN: `Mumbai,Maharashtra,400001,99999 00###|नई दिल्ली,Delhi,110001,99999 01###`,
};

const places: Readonly<Record<string, readonly Place[]>> = Object.fromEntries(
  Object.entries(placeLists).map(([country, list]) => [
    country,
    list.split(/[|\n]/).map((line) => {
      const [city = '', state = '', zip = '', numbers = ''] = line.split(',');
      return { country, city, state, zip, numbers };
    }),
  ]),
);

// 70 of 100 people live in the United States; the others are spread over these countries.
const abroad = ['CA', 'CA', 'GB', 'GB', 'DE', 'DE', 'FR', 'AU', 'AU', 'MX', 'MX', 'IN', 'IN'] as const;

/** Chooses the place of the next person. */
export function choosePlace({ any }: Fakers): Place {
  const country = any.datatype.boolean(0.7) ? 'US' : any.helpers.arrayElement(abroad);
  return any.helpers.arrayElement(places[country] ?? []);
}

/** A house and street as they are written in `country`, some with a flat after a comma. */
export function makeStreet(country: string, { any, streets }: Fakers): string {
  const street = streets(country).location.streetAddress();
  return any.datatype.boolean(0.25) ? `${street}, Apt ${any.number.int({ min: 1, max: 40 })}` : street;
}

/** A national number of `place` that was not used before. */
export function makeNumber(place: Place, given: Set<string>, { any }: Fakers): string {
  for (let tries = 0; tries < 5000; tries += 1) {
    const number = any.helpers.replaceSymbols(place.numbers);
    if (!given.has(number)) {
      given.add(number);
      return number;
    }
  }
  throw new Error(`no number left in ${place.city}`);
}

const callingCodes: Readonly<Record<string, string>> = {
  US: '1',
  CA: '1',
  GB: '44',
  DE: '49',
  FR: '33',
  AU: '61',
  MX: '52',
  IN: '91',
};

/** The same number as people write it; `style` selects the notation, 0 being E.164. */
export function writeNumber(place: Place, number: string, style: number): string {
  const groups = number.split(' ');
  const code = callingCodes[place.country] ?? '1';
  // The leading zero of a national number is only dialled within the country.
  const abroadGroups = place.country === 'US' || place.country === 'CA' ? groups : groups.map(dropTrunkZero);
  const [area = '', ...rest] = groups;
  const writings = [
    `+${code}${abroadGroups.join('')}`,
    `(${area}) ${rest.join('-')}`,
    groups.join('.'),
    `+${code} ${abroadGroups.join(' ')}`,
    groups.join('-'),
  ];
  return writings[style % writings.length] ?? number;
}

function dropTrunkZero(group: string, position: number): string {
  return position === 0 ? group.replace(/^0/, '') : group;
}
