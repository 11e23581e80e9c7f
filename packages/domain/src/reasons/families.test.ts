import { isRepostable, reasonClasses, type SubmissionStatus } from '@sluice/contracts';
import { ownWords } from '../explain/index.js';
import { reasonClassOf } from '../suppliers/index.js';
import { reasonFamilies } from './families.js';
import { reasonTexts } from './reason-texts.js';

const members = {
  'duplicate_<field>': 'duplicate_case_number',
  '<period>_limit_full': 'daily_limit_full',
  '<period>_budget_full': 'daily_budget_full',
  'client_<period>_limit_full': 'client_daily_limit_full',
  'client_<period>_budget_full': 'client_daily_budget_full',
  'destination_<failure>': 'destination_blocked',
  'http_<4xx>': 'http_404',
  'http_<other>': 'http_503',
} as const satisfies Record<keyof typeof reasonFamilies, string>;

it.each(Object.entries(members))(
  'of the reasons %s one is shown as its example says, and told to suppliers by its class',
  (family, reason) => {
    const { words, supplier, statuses } = reasonFamilies[family as keyof typeof members];
    expect(words.split(', e.g. ').at(-1)).toBe(ownWords(reason));
    for (const status of statuses as readonly SubmissionStatus[])
      expect(reasonClassOf(status, reason)).toBe(supplier);
  },
);

it('every reason says what it means and what to do, in sentences of their own kind', () => {
  const texts = Object.entries({ ...reasonTexts, ...reasonFamilies });
  expect(texts.filter(([, { words }]) => !/[^.]$/.test(words))).toEqual([]);
  expect(texts.filter(([, { action }]) => !/^[A-Z].*\.$/.test(action))).toEqual([]);
  expect(texts.filter(([, { supplier }]) => !reasonClasses.includes(supplier))).toEqual([]);
});

it('whoever is told to repost a lead may: its status is one of those that can be reposted', () => {
  const texts = Object.entries({ ...reasonTexts, ...reasonFamilies });
  const repostable = (statuses: readonly SubmissionStatus[] = []) =>
    statuses.every((status) => isRepostable({ status }));
  expect(
    texts.filter(
      ([, text]) => /repost/.test(text.action) && !repostable('statuses' in text ? text.statuses : []),
    ),
  ).toEqual([]);
});
