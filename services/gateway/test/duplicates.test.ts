import { claimId, newKey } from '@sluice/store';
import { accepted, aSubmission, duringTests, putItem } from '@sluice/testing';
import { createHash } from 'node:crypto';
import { aLead, openGateway } from './gateway.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGateway);
const phone = '+14155550132';
const email = 'ada.held@example.com';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const campaign = (campaignId: string, settings: object) =>
  putItem(world.alpha.stores.campaigns, campaignId, {
    ...world.alpha.campaign,
    campaignId,
    settings: { dedupeEnabled: true, ...settings },
  });

beforeAll(async () => {
  await campaign('ANY', {});
  await campaign('ALL', { dedupeMatch: 'all' });
  await campaign('CLI', { dedupeScope: 'client' });
  await campaign('OFF', { dedupeEnabled: false });
  await campaign('TEN', { sameRequestSeconds: 600 });
  // A lead on its way holds the phone number and the email address in two of them.
  const at = world.stores.clock.now();
  const { stores } = world.alpha;
  const holder = aSubmission({ tenantId: 'alpha', submissionId: 'sub_h', leadId: 'lead_h', acceptedAt: at });
  await world.stores.accept(accepted(holder));
  await stores.journal.record(holder, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  const until = new Date(at.getTime() + 1e9);
  const all = `${sha256(phone)}.${sha256(email)}`;
  for (const id of [
    claimId('ANY', 'phone', phone),
    claimId('ANY', 'email', email),
    claimId('ALL', 'all', all),
  ])
    await stores.duplicateClaims.take(id, holder, at, until);
});

const check = async (body: object, key?: string) => {
  const { status, data, error } = await world.call('checkDuplicate', { body, ...(key && { key }) });
  return status === 200 ? data.duplicate : error?.details?.length ? error.details : status;
};

describe('a check for duplicates', () => {
  it.each<[object, unknown]>([
    [{ campaignId: 'ANY', phone: '(415) 555-0132' }, true],
    [{ campaignId: 'ANY', phoneSha256: sha256(phone).toUpperCase() }, true],
    [{ campaignId: 'ANY', email: ' ADA.held@Example.com' }, true],
    [{ campaignId: 'ANY', emailSha256: sha256(email) }, true],
    [{ campaignId: 'ANY', phone: '+14155550133', email }, true],
    [{ campaignId: 'ANY', phone: '+14155550133' }, false],
    [{ campaignId: 'ANY', phone: '000-000-0000' }, false],
    [{ campaignId: 'ALL', phone, email }, true],
    [{ campaignId: 'ALL', phone, emailSha256: sha256(email) }, true],
    [{ campaignId: 'ALL', phone }, false],
    [{ campaignId: 'CLI', phone }, false],
    [{ campaignId: 'OFF', phone }, false],
    [{ campaignId: 'NONE', phone }, ['campaignId: does not exist']],
    [{ campaignId: 'ANY' }, ['phone: is required, or email']],
    [{ campaignId: 'ANY', phone, phoneSha256: sha256(phone) }, ['phoneSha256: must not be given with phone']],
    [{ campaignId: 'ANY', phoneSha256: 'abc' }, ['phoneSha256: must be a SHA-256 in hex']],
  ])('of %j answers %j', async (body, answer) => {
    expect(await check(body)).toEqual(answer);
  });

  it('is for suppliers that may, about their campaigns', async () => {
    const asked = (key: string, campaignId = 'ANY') => check({ campaignId, phone }, key);
    const may = await aSupplier(world, { duplicateCheck: true, campaigns: ['ANY'] });
    expect([await asked(may.key), await asked(may.key, 'ALL')]).toEqual([true, 403]);
    expect(await asked((await aSupplier(world)).key)).toBe(403);
  });
});

describe('equal requests within sameRequestSeconds', () => {
  const body = (changes: object = {}) => ({
    ...aLead({ campaignId: 'TEN', phone: '+14155550177', email: 'ten@example.com' }),
    address: { state: 'CA' },
    ...changes,
  });
  const submit = (changes: object = {}, key?: string, headers?: Record<string, string>) =>
    world.call('submitLead', { body: body(changes), ...(key && { key }), ...(headers && { headers }) });
  const idsOf = async (answers: readonly ReturnType<typeof submit>[]) =>
    (await Promise.all(answers)).map(({ data }) => data.leadId);

  it('of eight at once one is a new lead, and the others get its ids', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => submit({ attribution: { gclid: `click${n}` } })),
    );
    expect(new Set(answers.map(({ data }) => data.submissionId)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true');
    expect(replayed).toHaveLength(7);
    // Spelled otherwise it is the same, and under an Idempotency-Key of its own too.
    const [{ data: first } = { data: { leadId: '' } }] = answers;
    const again = await submit({ phone: '(415) 555-0177' }, undefined, { 'Idempotency-Key': 'own' });
    expect(again.data.leadId).toBe(first.leadId);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  it.each([[{ lastName: 'Other' }], [{ isTest: true }], [{ questionnaire: { injury: 'no' } }]])(
    'another lead is new: %j',
    async (changes) => {
      const [one, two] = await idsOf([
        submit({ phone: '+14155550178' }),
        submit({ phone: '+14155550178', ...changes }),
      ]);
      expect(one).not.toBe(two);
    },
  );

  it('another answer to a question that no field has is another lead', async () => {
    const answering = (answer: string) =>
      submit({ phone: '+14155550181', questionnaire: [{ question: 'Were you at fault?', answer }] });
    const [yes, again, no] = await idsOf([answering('yes'), answering('yes'), answering('no')]);
    expect(again).toBe(yes);
    expect(no).not.toBe(yes);
  });

  it('the same of another supplier, of another key or in another campaign is new', async () => {
    const [north, south] = [await aSupplier(world), await aSupplier(world)];
    const key = newKey('slk_');
    await world.stores.apiKeys.add(key, { tenantId: 'alpha', name: 'second', createdAt: new Date() });
    const phone = { phone: '+14155550179' };
    const sent = [
      ...[submit(phone), submit(phone, key), submit(phone, north.key), submit(phone, south.key)],
      submit({ ...phone, campaignId: 'ANY' }),
    ];
    expect(new Set(await idsOf(sent)).size).toBe(5);
  });

  it('a request that was refused keeps nothing, and the next one is new', async () => {
    const refused = await submit({ phone: '+14155550180', email: 'none' });
    expect(refused.status).toBe(400);
    expect((await submit({ phone: '+14155550180' })).status).toBe(202);
  });
});
