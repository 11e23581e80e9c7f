import type { Campaign, LeadData } from '@sluice/contracts';
import { campaignOf, clientOf } from '../../test/builders.js';
import { dedupeKeys, dedupeSkipReason } from './dedupe.js';

const campaign = (settings: Campaign['settings']) => campaignOf({ settings });
const client = (acceptDuplicates: boolean) => clientOf({ settings: { acceptDuplicates } });

const data: LeadData = {
  firstName: ' Ada ',
  phone: '+14155550132',
  email: 'ada@example.com',
  questionnaire: { case_number: 'AB  12', numbers: ['1', '2'], nothing: ' ' },
};
const keys = (dedupeFields: string[] | undefined, sent: LeadData = data) =>
  dedupeKeys(campaign({ dedupeEnabled: true, dedupeFields }), undefined, sent, false);

it('the dedupe fields are phone and email unless the campaign names others', () => {
  expect(keys(undefined)).toEqual([
    { field: 'phone', value: '+14155550132' },
    { field: 'email', value: 'ada@example.com' },
  ]);
});

it('dedupe keys have one order, whatever the order in the campaign', () => {
  const fields = ['zip', 'email', 'case_number', 'first_name', 'phone'];
  const ordered = keys(fields).map(({ field }) => field);
  expect(ordered).toEqual(['phone', 'email', 'case_number', 'firstName']);
  expect(keys([...fields].reverse()).map(({ field }) => field)).toEqual(ordered);
});

it('dedupe keys contain each field once, whatever its spelling', () => {
  expect(keys(['firstName', 'first_name', 'firstName'])).toEqual([{ field: 'firstName', value: 'ada' }]);
});

it('dedupe keys are equal for values that differ only in case, spaces or punctuation of a number', () => {
  expect(keys(['case_number'])).toEqual([{ field: 'case_number', value: 'ab 12' }]);
  const sent = (phone: string) => keys(['phone'], { phone, phoneValid: false });
  expect(sent('(415) 555-01')).toEqual(sent('41555501'));
});

it('dedupe keys omit empty values, lists and missing fields', () => {
  expect(keys(['nothing', 'numbers', 'missing', 'email'], { ...data, email: '' })).toEqual([]);
});

test.each([
  ['test leads', { dedupeEnabled: true }, undefined, true, 'test_lead'],
  ['campaigns that did not ask for it', {}, undefined, false, 'dedupe_off'],
  ['clients that accept duplicates', { dedupeEnabled: true }, true, false, 'client_accepts_duplicates'],
])('there are no dedupe keys for %s', (_case, settings, acceptDuplicates, isTest, reason) => {
  const buyer = acceptDuplicates === undefined ? undefined : client(acceptDuplicates);
  expect(dedupeKeys(campaign(settings), buyer, data, isTest)).toEqual([]);
  expect(dedupeSkipReason(campaign(settings), buyer, isTest)).toBe(reason);
});

it('dedupe applies when the campaign enables it and the client does not accept duplicates', () => {
  expect(dedupeSkipReason(campaign({ dedupeEnabled: true }), client(false), false)).toBeUndefined();
});
