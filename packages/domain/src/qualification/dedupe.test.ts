import type { Campaign, LeadData } from '@sluice/contracts';
import fc from 'fast-check';
import { campaignOf, clientOf } from '../../test/builders.js';
import { normaliseLead } from '../lead/normalise.js';
import { sha256 } from '../sha256.js';
import { dedupeHashes, dedupeKeys, dedupeOwner, dedupeSkipReason } from './dedupe.js';

const campaign = (settings: Campaign['settings']) => campaignOf({ settings });
const client = (acceptDuplicates: boolean) => clientOf({ settings: { acceptDuplicates } });

const data: LeadData = {
  firstName: ' Ada ',
  phone: '+14155550132',
  email: 'ada@example.com',
  questionnaire: { case_number: 'AB  12', numbers: ['1', '2'], nothing: ' \u200b\u3164' },
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

it('dedupe keys are equal for values that differ only in case, spaces or what nobody sees', () => {
  const sent = (case_number: string) => keys(['case_number'], { questionnaire: { case_number } });
  expect(sent('AB  12')).toEqual([{ field: 'case_number', value: 'ab 12' }]);
  expect(sent('\u200bab\u00a0\t12\u00ad')).toEqual(sent('AB 12'));
  expect(sent('cafe\u0301')).toEqual(sent('CAFÉ'));
});

it.each(["O'Brien", 'O’Brien', 'OʼBrien', 'o`brien'])('dedupe keys of the name %s are equal', (lastName) => {
  expect(keys(['lastName'], { lastName })).toEqual([{ field: 'lastName', value: "o'brien" }]);
});

it('dedupe keys are equal however a person and their device spell one phone and one mailbox', () => {
  const key = (phone: string, email: string) => keys(undefined, normaliseLead({ phone, email }, []));
  const usual = key('+14155550132', 'jörg@bücher.example');
  const unseen = fc.constantFrom('\u200b', '\u00ad', '\ufeff', '\t', '\u202e', '\u{e0001}');
  fc.assert(
    fc.property(unseen, fc.nat(18), fc.nat(18), (one, inPhone, inEmail) => {
      const [phone, email] = ['(415) 555-0132', 'Jörg@Bücher.example'.normalize('NFD')];
      expect(
        key(
          phone.slice(0, inPhone) + one + phone.slice(inPhone),
          email.slice(0, inEmail) + one + email.slice(inEmail),
        ),
      ).toEqual(usual);
    }),
  );
  expect(key('4155550132.0', 'jörg@xn--bcher-kva.example')).toEqual(usual);
});

it('dedupe keys are equal for leads that were stored before and after a spelling became canonical', () => {
  const stored: LeadData = { phone: '(415) 555-0132', email: 'Ada@Bücher.example' };
  expect(keys(undefined, stored)).toEqual(keys(undefined, normaliseLead(stored, [])));
});

test.each(['000-000-0000', '+1 111 111 1111', '9999999999', '1234567890', '(((((((((('])(
  'there is no dedupe key for the phone %s, which identifies nobody',
  (phone) => expect(keys(['phone'], normaliseLead({ phone }, []))).toEqual([]),
);

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

it('with dedupeMatch all there is one key, over every field, and none where a field is empty', () => {
  const all = (email: string | undefined, phone = '+14155550132') =>
    dedupeKeys(
      campaign({ dedupeEnabled: true, dedupeMatch: 'all' }),
      undefined,
      { phone, ...(email !== undefined && { email }) },
      false,
    );
  const [key, ...more] = all('ada@example.com');
  expect([key?.field, more]).toEqual(['all', []]);
  expect(all('ADA@example.com')).toEqual([key]);
  for (const others of [all('eve@example.com'), all('ada@example.com', '+14155550133')])
    expect(others).not.toEqual([key]);
  expect([all(undefined), all('ada@example.com', '+1 111 111 1111')]).toEqual([[], []]);
});

it('what is asked by hashes is what is claimed by values', () => {
  const hashes = new Map([
    ['phone', sha256('+14155550132')],
    ['email', sha256('ada@example.com')],
  ]);
  for (const dedupeMatch of ['any', 'all'] as const) {
    const of = campaign({ dedupeEnabled: true, dedupeMatch });
    const claimed = dedupeKeys(of, undefined, data, false).map(({ field, value }) => [field, sha256(value)]);
    expect(dedupeHashes(of, hashes).map(({ field, hash }) => [field, hash])).toEqual(claimed);
  }
  const phoneOnly = new Map([...hashes].slice(0, 1));
  expect(dedupeHashes(campaign({ dedupeMatch: 'all' }), phoneOnly)).toEqual([]);
});

it.each([
  [undefined, 'ACMRU'],
  ['offer', 'offer.off_1'],
  ['tenant', 'tenant'],
] as const)('campaigns of the scope %s share the claims of %s', (dedupeScope, owner) => {
  const own = { campaignId: 'ACMRU', offerId: 'off_1', settings: { ...(dedupeScope && { dedupeScope }) } };
  expect(dedupeOwner(campaignOf(own))).toBe(owner);
});
