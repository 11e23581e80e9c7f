import fc from 'fast-check';
import { plainPhone } from './phone-text.js';

const zeros = ['٠', '۰', '०', '０', '𝟎', '𝟘', '𑁦', '᥆', '᪀', '᪐'];
const digitOf = (zero: string, digit: string) =>
  String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit));

describe('a phone number in plain characters', () => {
  it('has the digits of every script as ASCII', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zeros), fc.stringMatching(/^[1-9]\d{9,12}$/), (zero, digits) => {
        expect(plainPhone([...digits].map((digit) => digitOf(zero, digit)).join(''))).toBe(digits);
      }),
    );
  });

  it('has no invisible characters', () => {
    const unseen = fc.constantFrom('\u200b', '\u00ad', '\u202c', '\ufeff', '\t', '\u{e0020}', '\u2800');
    fc.assert(
      fc.property(fc.nat(17), unseen, (at, one) => {
        const phone = '+1 (415) 555-0132';
        expect(plainPhone(phone.slice(0, at) + one + phone.slice(at))).toBe(phone);
      }),
    );
  });

  it.each([
    ['415‑555–0132', '415-555-0132'],
    ['415\u2212555\u20140132', '415-555-0132'],
    ['０３ー１２３４ー５６７８', '03-1234-5678'],
    ['＋４９（３０）２３１２．５５５５', '+49(30)2312.5555'],
    ['⁺49﹙30﹚2312。5555', '+49(30)2312.5555'],
    ['+49\u00a030\u20092312\u202f5555', '+49 30 2312 5555'],
    ['3023125555.0', '3023125555'],
    ['+493023125555.00', '+493023125555'],
    [' 3023125555.000 ', ' 3023125555 '],
    ['３０２３１２５５５５．０', '3023125555'],
    ['(030) 2312-5555.0', '(030) 2312-5555'],
    ['415.555.0126.0', '415.555.0126'],
    ['tel:+1-415-555-0132', '+1-415-555-0132'],
    [' TEL: 4155550132.0', '4155550132'],
    ['ｔｅｌ：＋１４１５５５５０１３２', '+14155550132'],
    ['\u200etel:415\u2011555\u20110132', '415-555-0132'],
  ])('%j is %j', (sent, plain) => {
    expect(plainPhone(sent)).toBe(plain);
  });

  it.each([
    '415.555.0000',
    '01.42.68.53.00',
    '415555.0000',
    '415-555-0132 ext. 5',
    '4.9302E+11',
    'call me²',
    'hotel:4155550132',
    '',
  ])('%j stays as it is', (phone) => expect(plainPhone(phone)).toBe(phone));
});
