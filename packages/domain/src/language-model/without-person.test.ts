import type { LeadData } from '@sluice/contracts';
import { leadForModel } from './model-question.js';

const now = new Date('2026-03-01T12:00:00Z');
const labels = new Map([
  ['injury', 'Were you injured?'],
  ['story', 'What happened?'],
]);
const told = (data: LeadData) => leadForModel({ data, labels, now, timezone: 'America/New_York' });

const person: LeadData = {
  firstName: 'Zoë',
  lastName: "O'Neill",
  email: 'zoe@example.com',
  phone: '+14155550132',
  address: { street: '12 Elm Street', city: 'Reno', state: 'NV', zip: '89501' },
  dateOfBirth: '1980-03-02',
  country: 'US',
  notes: 'called twice already',
  attribution: { captureUrl: 'https://forms.example/injury', ipAddress: '198.51.100.7', params: { v: '1' } },
  compliance: { certificate: 'cert-0123456789', consent: 'yes' },
  asSent: { phone: '(415) 555-0132' },
};

describe('a language model is told', () => {
  it('answers under their labels, custom fields, state, country and age in years, and nothing else of a lead', () => {
    const data = {
      ...person,
      questionnaire: { injury: 'yes', untold: 3 },
      customFields: { firm: 'none', first_name: 'Zoë', zip_code: '89501' },
      unmatchedAnswers: [{ question: 'Anything else?', answer: 'no' }],
    };
    expect(told(data)).toEqual({
      answers: {
        'Were you injured?': 'yes',
        untold: 3,
        furtherAnswers: [{ question: 'Anything else?', answer: 'no' }],
      },
      customFields: { firm: 'none' },
      state: 'NV',
      country: 'US',
      // One day before the birthday.
      ageInYears: 45,
    });
  });

  it.each([
    ['her first name', 'I am Zoë.', 'I am [removed].'],
    ['a name in other letters', 'ZOË fell', '[removed] fell'],
    ['a name with a mark', "Mrs O'Neill fell", 'Mrs [removed] fell'],
    ['a name with another mark', 'Mrs O’Neill fell', 'Mrs [removed] fell'],
    ['a name without its mark', 'Mrs Oneill fell', 'Mrs [removed] fell'],
    ['an e-mail address', 'write to zoe@example.com!', 'write to [removed]!'],
    ["somebody else's address", 'or to bob.smith@mail.example', 'or to [removed]'],
    ['her number as stored', 'at +14155550132 please', 'at [removed] please'],
    ['her number as people write it', 'call (415) 555-0132', 'call ([removed]'],
    ['her number with dots', '415.555.0132', '[removed]'],
    ["somebody else's number", 'my son: 212 555 0199', 'my son: [removed]'],
    ['her street', 'on 12  elm street', 'on [removed]'],
    ['her city', 'in Reno, Nevada', 'in [removed], Nevada'],
    ['her zip', '89501', '[removed]'],
    ['her date of birth', 'born 03/02/1980 or 1980-03-02', 'born [removed] or [removed]'],
    ['her address on the net', 'from 198.51.100.7', 'from [removed]'],
    ['the page she came from', 'on https://forms.example/injury today', 'on [removed] today'],
    ['her certificate', 'cert-0123456789', '[removed]'],
    ['a note about her', 'called twice already', '[removed]'],
  ])('no answer in which %s stands', (_what, answer, expected) => {
    expect(told({ ...person, questionnaire: { story: answer } })).toMatchObject({
      answers: { 'What happened?': expected },
    });
  });

  it.each([
    ['a word that a name is part of', { firstName: 'Al' }, 'always alone'],
    ['a date', {}, 'on 2024-05-17 10:30'],
    ['what a consent also says', person, 'yes'],
    ['a short number of a campaign parameter', person, '1'],
  ])('%s unchanged', (_what, data, answer) => {
    expect(told({ ...data, questionnaire: { story: answer } })).toMatchObject({
      answers: { 'What happened?': answer },
    });
  });

  it('of each text at most 1,000 characters, cleared before it is cut', () => {
    const story = `${'x'.repeat(900)} zoe@example.com ${'y'.repeat(5_000)}`;
    const { answers } = told({ ...person, questionnaire: { story: [{ deep: story }] } }) as {
      answers: Record<string, [{ deep: string }]>;
    };
    const { deep } = answers['What happened?']![0];
    expect(deep).toHaveLength(1_000);
    expect(deep).toContain('[removed]');
    expect(deep).not.toContain('zoe');
  });

  it('both answers to two questions of the same label', () => {
    const same = new Map([
      ['a', 'Injured?'],
      ['b', 'Injured?'],
    ]);
    expect(
      leadForModel({ data: { questionnaire: { a: 1, b: 2 } }, labels: same, now, timezone: 'UTC' }),
    ).toEqual({
      answers: { 'Injured?': 1, 'Injured? (b)': 2 },
    });
  });

  it('its part of a long text within a second, whatever stands in it', () => {
    const texts = [
      'a'.repeat(250_000),
      '1 '.repeat(120_000),
      ' '.repeat(250_000),
      `${'1'.repeat(9)}${' '.repeat(240_000)}`,
    ];
    // Processor time, because other work on the machine slows a test down.
    const before = process.cpuUsage();
    for (const story of texts) told({ ...person, questionnaire: { story } });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(4_000);
  });
});
