/** Suggests the field of a lead that a person meant by another name. It is for messages: nothing is sent under a guess. */

/** What people call the fields, without spaces and punctuation. */
const names: Readonly<Record<string, string>> = {
  firstName: 'firstname first fname givenname forename vorname prenom nombre',
  lastName: 'lastname last lname surname familyname secondname nachname nom apellido apellidos',
  'firstName and lastName': 'fullname name leadname contactname nombrecompleto',
  email: 'email mail emailaddress mailaddress useremail workemail correo courriel',
  phone:
    'phone phonenumber phoneno telephone telephonenumber telefon telefono tel mobile mobilephone mobilenumber cell ' +
    'cellphone userphone workphone handy contactnumber',
  'address.street': 'street address address1 addressline1 streetaddress strasse addressstreet',
  'address.city': 'city town ort ciudad ville addresscity',
  'address.state': 'state province region stateprovince addressstate',
  'address.zip': 'zip zipcode postal postalcode postcode plz addresszip',
  country: 'country countrycode land pais pays',
  dateOfBirth: 'dateofbirth dob birthdate birthday birthdaydate geburtsdatum',
  timezone: 'timezone tz',
  notes: 'notes note comment comments remark remarks message',
  isTest: 'istest test testlead',
  'attribution.ipAddress': 'ip ipaddress',
  'attribution.userAgent': 'useragent browser',
  'attribution.captureUrl': 'captureurl url pageurl landingpage landingpageurl',
  'attribution.fbclid': 'fbclid',
  'attribution.fbp': 'fbp',
  'attribution.fbc': 'fbc',
  'attribution.ttclid': 'ttclid',
  'attribution.ttp': 'ttp',
  'attribution.params.gclid': 'gclid googleclickid',
  'attribution.params.utm_source': 'utmsource',
  'attribution.params.utm_medium': 'utmmedium',
  'attribution.params.utm_campaign': 'utmcampaign',
  'attribution.params.utm_term': 'utmterm',
  'attribution.params.utm_content': 'utmcontent',
};

const byName = new Map(
  Object.entries(names).flatMap(([field, all]) => all.split(' ').map((name) => [name, field] as const)),
);

/** The field that a name that is none stands for, by its usual meaning or, failing that, by its spelling. */
export function suggestedField(name: string): string | undefined {
  const plain = plainName(name);
  const meant = byName.get(plain);
  if (meant !== undefined) return meant;
  const most = Math.min(2, Math.floor(plain.length / 3));
  const [nearest] = [...byName]
    .map(([known, field]) => ({ field, distance: distance(plain, known, most) }))
    .filter((candidate) => candidate.distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.field;
}

/** A name as it is compared: without case, accents, spaces and punctuation. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** How many letters are missing, added, different or swapped with their neighbours; any number above `most` if more. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = above;
    above = current;
  }
  return above[other.length] ?? 0;
}
