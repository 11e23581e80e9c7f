/** What is refused of lists, of duplicates and of consent, when it is written, each with its place. */
import { readTenantFile } from '../tenant-file/tenant-file.js';

const list = { listId: 'sl_1', name: 'List', kind: 'phone', scope: 'tenant' };
const campaign = { campaignId: 'AAA', name: 'A', clientId: 'cli_1', offerId: 'off_1' };

/** The problems of a file with this list and these fields of its campaign. */
function problems(changes: object, ofCampaign: object = {}): readonly string[] {
  const file = {
    ...{ tenantId: 'demo', name: 'Demo' },
    suppressionLists: [{ ...list, ...changes }],
    campaigns: [{ ...campaign, ...ofCampaign }],
  };
  const read = readTenantFile(file);
  return read.kind === 'invalid' ? read.problems : [];
}

it.each<[string, object]>([
  ['a plain list', {}],
  ['a list of a client that does not exist yet', { scope: 'client', clientId: 'cli_later' }],
  ['hashed numbers without a plus', { hashed: 'MD5', phones: 'digits', country: 'GB' }],
  ['hashed addresses', { kind: 'email', hashed: 'sha256' }],
  ['a list from opt-outs that is off', { fromOptOuts: true, active: false }],
])('%s may be written', (_what, changes) => {
  expect(problems(changes)).toEqual([]);
});

const email = { kind: 'email' };
it.each<[string, object, string]>([
  ['a client’s list without a client', { scope: 'client' }, 'clientId'],
  ['a client of a list of everybody', { clientId: 'cli_1' }, 'clientId'],
  ['an unknown scope', { scope: 'offer' }, 'scope'],
  ['an unknown kind', { kind: 'address' }, 'kind'],
  ['an unknown hash', { hashed: 'sha1' }, 'hashed'],
  ['how numbers of e-mails are spelled', { ...email, hashed: 'md5', phones: 'digits' }, 'phones'],
  ['how plain numbers are spelled', { phones: 'digits' }, 'phones'],
  ['an unknown spelling', { hashed: 'md5', phones: 'local' }, 'phones'],
  ['a country of e-mails', { ...email, country: 'GB' }, 'country'],
  ['a country that is no code', { country: 'Germany' }, 'country'],
  ['opt-outs of e-mails', { ...email, fromOptOuts: true }, 'fromOptOuts'],
  ['opt-outs for a client', { scope: 'client', clientId: 'cli_1', fromOptOuts: true }, 'fromOptOuts'],
  ['no name', { name: '' }, 'name'],
])('%s is refused', (_what, changes, path) => {
  expect(problems(changes)).toEqual([expect.stringContaining(`suppressionLists.0.${path}: `)]);
});

it('two lists of one id are refused, and more than 50', () => {
  const file = (count: number, id: (n: number) => string) =>
    readTenantFile({
      ...{ tenantId: 'demo', name: 'Demo' },
      suppressionLists: Array.from({ length: count }, (_, n) => ({ ...list, listId: id(n) })),
    });
  expect(file(50, (n) => `sl_${n}`).kind).not.toBe('invalid');
  for (const refused of [file(51, (n) => `sl_${n}`), file(2, () => 'sl_1')])
    expect(refused).toMatchObject({
      kind: 'invalid',
      problems: [expect.stringContaining('suppressionLists')],
    });
});

const consent = (trustedForm: object) => ({
  consent: { trustedForm: { retain: 'at_qualification', ...trustedForm } },
});
it.each<[string, object, string]>([
  ['601 seconds', { settings: { sameRequestSeconds: 601 } }, 'settings.sameRequestSeconds'],
  ['a part of a second', { settings: { sameRequestSeconds: 0.5 } }, 'settings.sameRequestSeconds'],
  ['an unknown scope', { settings: { dedupeScope: 'world' } }, 'settings.dedupeScope'],
  ['an unknown match', { settings: { dedupeMatch: 'some' } }, 'settings.dedupeMatch'],
  ['passing over a buyer before there is one', consent({ onFailure: 'skip' }), 'consent.trustedForm'],
  ['an unknown time to retain', consent({ retain: 'never' }), 'consent.trustedForm.retain'],
  ['selling without an answer', consent({ onError: 'sell' }), 'consent.trustedForm.onError'],
])('of a campaign %s is refused', (_what, ofCampaign, path) => {
  expect(problems({}, ofCampaign)).toEqual([expect.stringContaining(`campaigns.0.${path}`)]);
});
