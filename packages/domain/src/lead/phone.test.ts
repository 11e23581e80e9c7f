import fc from 'fast-check';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { identifyingPhone, normalisePhone, possiblePhone } from './phone.js';

const people = getCountries().map((country) => {
  const number = getExampleNumber(country, examples)!;
  return {
    country,
    e164: number.number,
    national: number.formatNational(),
    plain: number.nationalNumber,
  };
});
const person = fc.constantFrom(...people);

describe('a number of any country', () => {
  it('is the same with the decimal zero of a spreadsheet', () => {
    for (const { country, e164, national, plain } of people) {
      for (const phone of [e164, national, plain]) {
        const { phone: stored, phoneValid } = normalisePhone(phone, country);
        expect([country, phone, stored, phoneValid]).toEqual([country, phone, e164, true]);
        expect([country, phone, normalisePhone(`${phone}.0`, country).phone]).toEqual([country, phone, e164]);
      }
      // Of a shorter number it is not clear that those zeros are decimals, and the interface refuses it.
      if (plain.length < 7) continue;
      for (const decimals of ['.00', '.000'])
        expect(normalisePhone(plain + decimals, country)).toEqual({ phone: e164, phoneValid: true });
    }
  });

  it('is the same with invisible characters, other digits and other dashes, and identifies the same person', () => {
    const unseen = fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\t', '\u0007', '\u202c', '\u{e0001}');
    fc.assert(
      fc.property(person, unseen, fc.nat(12), ({ country, e164, national }, one, at) => {
        const spelled = [
          national.slice(0, at) + one + national.slice(at),
          national.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
          national.replace(/\d/g, (digit) => String.fromCodePoint(0x0966 + Number(digit))),
          national.replace(/[ -]/g, '\u2011'),
          national.replace(/[ -]/g, '\u2212'),
        ];
        for (const phone of spelled) {
          const normalised = normalisePhone(phone, country);
          expect(normalised).toEqual({ phone: e164, phoneValid: true });
          expect(identifyingPhone({ ...normalised, country })).toBe(e164);
        }
      }),
    );
  });

  it('typed for another country never becomes a valid number of its own', () => {
    fc.assert(
      fc.property(person, person, ({ plain, country: own }, { country }) => {
        fc.pre(getCountryCallingCode(own) !== getCountryCallingCode(country));
        const { phone, phoneValid } = normalisePhone(plain, country);
        if (phoneValid) expect(phone.startsWith(`+${getCountryCallingCode(country)}`)).toBe(true);
        else expect(phone).toBe(plain);
      }),
    );
  });
});

describe('a phone number', () => {
  it.each([
    ['3023125555.0', 'DE', '+493023125555'],
    ['0049 30 23125555', 'DE', '+493023125555'],
    ['00 49 30 23125555', 'FR', '+493023125555'],
    ['011 49 30 23125555', 'US', '+493023125555'],
    ['011 49 30 23125555', 'DE', '+493023125555'],
    ['001 415 555 0126', 'US', '+14155550126'],
    ['+49 (0)30 23125555', 'DE', '+493023125555'],
    ['+49 (0)30 23125555', undefined, '+493023125555'],
    ['+34 (0) 612 345 678', 'ES', '+34612345678'],
    ['(0)30 23125555', 'DE', '+493023125555'],
    ['493023125555', 'DE', '+493023125555'],
    ['011 4567890', 'IT', '+390114567890'],
    ['0114 223 4567', 'GB', '+441142234567'],
    ['415.555.0000', 'US', '+14155550000'],
    ['415 555.0000', 'US', '+14155550000'],
    ['(415) 555-0126.00', 'US', '+14155550126'],
    ['01.42.68.53.00', 'FR', '+33142685300'],
    ['415-555-0126.', 'US', '+14155550126'],
    ['tel:415-555-0126', 'US', '+14155550126'],
    ['tel:+1-415-555-0126', undefined, '+14155550126'],
    ['Tel: (030) 2312-5555', 'DE', '+493023125555'],
  ])('%s of country %s is %s', (phone, country, expected) => {
    expect(normalisePhone(phone, country)).toEqual({ phone: expected, phoneValid: true });
  });

  it.each([
    ['(650) 555-1212', 'ZZ'],
    ['(650) 555-1212', 'AQ'],
    ['4155552671', 'GB'],
    ['0049 30 23125555', 'US'],
    ['0049 30 23125555', undefined],
    ['+49 30 23125555.00', 'DE'],
    ['415 555 0126 415 555 0127', 'US'],
    ['415 555 0126 5', 'US'],
  ])('%s of country %s stays as it was sent and is not valid', (phone, country) => {
    expect(normalisePhone(phone, country)).toEqual({ phone, phoneValid: false });
  });

  it('with a country code is that of any country, known or not', () => {
    expect(normalisePhone('+1 650 555 1212', 'ZZ').phone).toBe('+16505551212');
    expect(possiblePhone('+1 (555) 123-4567', 'DE')).toBe('+15551234567');
  });
});

describe('a number identifies nobody', () => {
  it.each([
    { phone: '000-000-0000', phoneValid: false },
    { phone: '000-000-0000' },
    { phone: '9999999999' },
    { phone: '+1 111 111 1111' },
    { phone: '+919999999999', phoneValid: true },
    { phone: '99 99 99 99 99', country: 'IN' },
    { phone: '4155552671', country: 'GB' },
    { phone: '((((((((((' },
    {},
  ])('if it is %j', (data) => {
    expect(identifyingPhone(data)).toBeUndefined();
  });

  it('unless it only ends in one digit repeated', () => {
    expect(identifyingPhone({ phone: '+493022222222', phoneValid: true })).toBe('+493022222222');
    expect(identifyingPhone({ phone: '(415) 555-5555' })).toBe('+14155555555');
  });
});
