import { suggestedField } from '@sluice/domain';
import { fieldProblem } from './lead-body.js';

describe('a column that is no field of a lead', () => {
  it.each([
    ...[
      'first name',
      'FirstName',
      'firstname',
      'first_name',
      'FIRST-NAME',
      'First  Name',
      'frist_name',
      'Vorname',
    ].map((name) => [name, 'firstName']),
    ...['surname', 'Last name', 'last_name', 'lastname', 'Nachname', 'lastNmae', 'Apellidos'].map((name) => [
      name,
      'lastName',
    ]),
    ...['e-mail', 'E-Mail', 'Email', 'emial', 'email_address', 'mail'].map((name) => [name, 'email']),
    ...['Phone Number', 'phone_number', 'telephone', 'Téléphone', 'mobile', 'phnoe'].map((name) => [
      name,
      'phone',
    ]),
    ['Full name', 'firstName and lastName'],
    ['ZIP', 'address.zip'],
    ['postal code', 'address.zip'],
    ['City', 'address.city'],
    ['DOB', 'dateOfBirth'],
    ['utm_source', 'attribution.params.utm_source'],
    ['IP', 'attribution.ipAddress'],
  ])('%s is answered with a suggestion of %s', (name, field) => {
    expect(suggestedField(name)).toBe(field);
    expect(fieldProblem(name)).toContain(`did you mean ${field}?`);
  });

  it.each(['injury', 'x', '', 'favourite colour', 'case_id', '__proto__', 'constructor'])(
    '%j is answered without one',
    (name) => {
      expect(suggestedField(name)).toBeUndefined();
    },
  );

  it('is answered with names that are fields', () => {
    for (const name of ['fullname', 'zip', 'gclid', 'ip', 'dob', 'note', 'tz', 'landing page', 'utm term']) {
      for (const field of (suggestedField(name) ?? '').split(' and '))
        expect(fieldProblem(field)).toBeUndefined();
    }
  });
});
