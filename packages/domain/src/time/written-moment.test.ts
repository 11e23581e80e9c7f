import { parseMoment } from './moment.js';
import { writtenMoment } from './written-moment.js';

it.each<[unknown, string | undefined, string]>([
  ['2023-05-01', undefined, '2023-05-01'],
  ['2023-05-01T10:00:00Z', 'DE', '2023-05-01T10:00:00Z'],
  ['01.05.2023', undefined, '2023-05-01'],
  ['1.5.2023', 'US', '2023-05-01'],
  ['31.12.2023', 'DE', '2023-12-31'],
  ['20230501', 'FR', '2023-05-01'],
  [20230501, undefined, '2023-05-01'],
  ['05/01/2023', undefined, '2023-05-01'],
  ['5/1/2023', 'US', '2023-05-01'],
  [' 12/31/2023\u200b', 'US', '2023-12-31'],
])('%j of a lead of country %s is %s', (value, country, iso) => {
  expect(writtenMoment(value, country)).toEqual(parseMoment(iso));
});

it.each<[unknown, string | undefined]>([
  ['05/01/2023', 'GB'],
  ['12/31/2023', 'DE'],
  ['05/01/2023', 'CA'],
  ['13/05/2023', 'US'],
  ['02/30/2023', undefined],
  ['30.2.2023', undefined],
  ['20230230', undefined],
  ['05/01/23', 'US'],
  ['1.5.23', undefined],
  ['2023', undefined],
  [2023, undefined],
  ['last year', undefined],
  ['-20230501', undefined],
  [true, undefined],
  [null, undefined],
])('%j of a lead of country %s is no date', (value, country) => {
  expect(writtenMoment(value, country)).toBeUndefined();
});
