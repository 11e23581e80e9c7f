import { ownReasons } from '@sluice/contracts';
import { reasonWords } from './reason-words.js';

const wordsOf = (reason: string) => reasonWords(reason, { reveal: false });

it.each([
  ['first_submission_webhook', 'its first-submission webhook did not agree'],
  ['not_sent', 'its worker was too slow and made no call'],
  ['client_daily_limit_full', "the client's daily limit is full"],
  ['destination_invalid_request', 'the request is invalid'],
  ['http_404', 'the buyer answered 404'],
  ['duplicate_case_number', 'another lead has the same case_number'],
])('the reason %s, which is ours, has words of its own', (reason, words) =>
  expect(wordsOf(reason)).toBe(words),
);

it('no reason of ours is shown as the buyer’s', () => {
  expect(ownReasons.filter((reason) => wordsOf(reason).includes('given by the buyer'))).toEqual([]);
});

it.each(['welcome, Ada', 'destination_ada', 'ada_limit_full', 'http_422 ada', 'toString'])(
  'the reason %j, which is not ours, is hidden',
  (reason) => expect(wordsOf(reason)).toBe('reason given by the buyer (hidden)'),
);
