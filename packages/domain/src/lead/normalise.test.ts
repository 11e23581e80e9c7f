import fc from 'fast-check';
import { normaliseLead } from './normalise.js';

const fields = [
  { key: 'injury', label: 'Injured?' },
  { key: 'injury_date', label: 'Date of injury' },
];

describe('normaliseLead', () => {
  it('trims and lower-cases the email and keeps it as it was sent', () => {
    expect(normaliseLead({ email: ' Ann@Example.COM ' }, [])).toEqual({
      email: 'ann@example.com',
      asSent: { email: ' Ann@Example.COM ' },
    });
  });

  it.each([
    ['(650) 555-1212', undefined, '+16505551212'],
    ['650.555.1212', 'US', '+16505551212'],
    ['+1 650 555 1212', 'GB', '+16505551212'],
    ['020 7946 0958', 'GB', '+442079460958'],
  ])('converts the number %s of country %s to E.164', (phone, country, expected) => {
    expect(normaliseLead({ phone, country }, [])).toMatchObject({
      phone: expected,
      phoneValid: true,
      asSent: { phone },
    });
  });

  it.each(['000-000-0000', '1234567890', '(((((((((('])(
    'keeps the invalid number %s as it was sent',
    (phone) => {
      expect(normaliseLead({ phone }, [])).toEqual({ phone, phoneValid: false });
    },
  );

  it('trims what nobody sees from the ends of names, keeps it inside, and keeps the names as they were sent', () => {
    const [firstName, lastName] = ['\u200b 👨\u200d👩\u200d👧\u00ad', 'Ortiz\u00a0'];
    expect(normaliseLead({ firstName, lastName }, [])).toEqual({
      firstName: '👨\u200d👩\u200d👧',
      lastName: 'Ortiz',
      asSent: { firstName, lastName },
    });
  });

  it('matches a question whose label holds invisible characters', () => {
    const questionnaire = [{ label: 'Date\u00a0of\u200b injury', answer: 'May' }];
    expect(normaliseLead({ questionnaire }, fields).questionnaire).toEqual({ injury_date: 'May' });
  });

  it('records no as-sent form when nothing changed', () => {
    expect(normaliseLead({ email: 'a@b.example', phone: '+16505551212' }, [])).not.toHaveProperty('asSent');
  });

  it('adds no member that was not sent', () => {
    expect(
      normaliseLead({ firstName: 'Ann', lastName: undefined, address: { city: 'Rome', zip: undefined } }, []),
    ).toEqual({ firstName: 'Ann', address: { city: 'Rome' } });
  });

  it('keeps the object form of a questionnaire as it is', () => {
    expect(normaliseLead({ questionnaire: { Injury: ['a', 1] } }, fields).questionnaire).toEqual({
      Injury: ['a', 1],
    });
  });

  it.each([
    [{ key: 'injury', answer: 'yes' }, { injury: 'yes' }],
    [{ key: 'INJURY', value: 'yes' }, { injury: 'yes' }],
    [{ label: ' injured? ', answer: 'yes' }, { injury: 'yes' }],
    [{ question: 'Date  of Injury', value: false }, { injury_date: false }],
    [{ label: 'injury', answer: null }, { injury: null }],
    [{ key: 'not_in_library', answer: 'yes' }, { not_in_library: 'yes' }],
    [{ key: 'injury', label: 'anything', value: 0 }, { injury: 0 }],
  ])('puts %j under its field key', (item, expected) => {
    const data = normaliseLead({ questionnaire: [item] }, fields);
    expect(data.questionnaire).toEqual(expected);
    expect(data).not.toHaveProperty('unmatchedAnswers');
  });

  it.each([
    { label: 'Shoe size?', answer: '44' },
    { key: 'injury' },
    { key: '__proto__', answer: { polluted: true } },
    { answer: 'yes' },
    'yes',
    null,
    ['injury', 'yes'],
  ])('keeps %j, which matches no field, as it was sent', (item) => {
    expect(normaliseLead({ questionnaire: [item] }, fields)).toEqual({
      questionnaire: {},
      unmatchedAnswers: [item],
    });
  });

  it('keeps all answers to a question that was answered several times', () => {
    const questionnaire = [
      { key: 'injury', answer: 'neck' },
      { label: 'Injured?', answer: 'back' },
    ];
    expect(normaliseLead({ questionnaire }, fields).questionnaire).toEqual({ injury: ['neck', 'back'] });
  });

  it('keeps a questionnaire item whole when it has more members than its answer', () => {
    const item = { key: 'injury', answer: 'yes', comment: 'my back' };
    expect(normaliseLead({ questionnaire: [item] }, fields)).toEqual({
      questionnaire: { injury: 'yes' },
      unmatchedAnswers: [item],
    });
  });

  it('keeps every text of a questionnaire list', () => {
    const item = fc.oneof(
      fc.record(
        {
          key: fc.string(),
          label: fc.string(),
          question: fc.string(),
          answer: fc.jsonValue(),
          value: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.array(item), (questionnaire) => {
        const kept = JSON.stringify(normaliseLead({ questionnaire }, fields));
        for (const each of questionnaire) {
          if (typeof each === 'string') expect(kept).toContain(JSON.stringify(each));
        }
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
      }),
    );
  });
});
