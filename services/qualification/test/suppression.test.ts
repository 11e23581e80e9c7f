import type { SubmissionRecord, SuppressionList } from '@sluice/contracts';
import { newId } from '@sluice/process';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  audible,
  duringTests,
  eventually,
  hearCommands,
  putItem,
  putTenant,
  testPhone,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { Document } from 'mongodb';
import { qualificationStage } from '../src/qualification-stage.js';

const world = duringTests(() => openWorld({ reached: audible }));
const now = () => world.stores.clock.now();
const of = (tenantId: string) => world.core.stores.forTenant(tenantId);

beforeAll(async () => {
  for (const tenantId of ['demo', 'bare']) {
    await putTenant(world.stores.tenants, { tenantId, name: tenantId, settings: { timezone: 'UTC' } });
    await putItem(of(tenantId).clients, 'cli_1', aStoredClient({ clientId: 'cli_1' }));
    const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', settings: { dedupeEnabled: true } };
    await putItem(of(tenantId).campaigns, 'ACMRU', aStoredCampaign(campaign));
  }
  await world.stores.tenants.noteLists('demo');
  await aList({ listId: 'sl_dnc', kind: 'phone', fromOptOuts: true });
  await aList({ listId: 'sl_mail', kind: 'email' });
  await aList({ listId: 'sl_off', kind: 'phone', active: false });
  await aList({ listId: 'sl_cli', kind: 'phone', scope: 'client', clientId: 'cli_1' });
  const lists = {
    sl_dnc: testPhone(801),
    sl_mail: 'listed@example.com',
    sl_off: testPhone(802),
    sl_cli: testPhone(803),
  };
  for (const [listId, form] of Object.entries(lists))
    await of('demo').suppression.change(listId, [form], 'add', world.core.encryptionKeys, now());
});

async function aList(fields: Partial<SuppressionList>): Promise<void> {
  const at = now().toISOString();
  const list = {
    name: 'List',
    kind: 'phone',
    scope: 'tenant',
    active: true,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
  await putItem(of('demo').suppressionLists, fields.listId ?? '', list as SuppressionList);
}

async function decided(
  data: SubmissionRecord['data'],
  tenantId = 'demo',
  isTest = false,
  more: Partial<SubmissionRecord> = {},
) {
  const submission = aSubmission({
    ...more,
    tenantId,
    submissionId: newId('submission'),
    acceptedAt: now(),
    data,
    isTest,
  });
  await world.stores.accept(accepted(submission));
  await qualificationStage.run({ ...submission, generation: 0 }, world.core, { first: true });
  return of(tenantId).journal.find(submission.submissionId, 'qualification', 0);
}

it.each([
  ['a listed number', { phone: testPhone(801), phoneValid: true }, 'sl_dnc'],
  ['a listed address', { phone: testPhone(810), email: 'listed@example.com' }, 'sl_mail'],
])(
  'a lead with %s is disqualified before anything is claimed, and the trace names the list only',
  async (_what, data, listId) => {
    const decision = await decided(data);
    expect(decision).toMatchObject({ kind: 'disqualified', reason: 'suppressed' });
    expect(decision?.claims).toBeUndefined();
    expect(decision?.trace).toEqual([
      { looked: 'suppression', at: listId, verdict: 'failed', because: 'suppressed' },
    ]);
    expect((await decided(data, 'demo', true))?.kind).toBe('disqualified');
  },
);

it('a lead that no list has qualifies, and lists that are off or of a client are not asked', async () => {
  for (const n of [802, 803, 811]) {
    const decision = await decided({ phone: testPhone(n), phoneValid: true });
    expect(decision?.kind).toBe('qualified');
    expect(decision?.trace[0]).toEqual({ looked: 'suppression', verdict: 'passed' });
  }
});

it('a repost without changes is asked about too, and claims nothing where it is listed', async () => {
  const retried = { retryOf: newId('submission') };
  const decision = await decided({ phone: testPhone(801), phoneValid: true }, 'demo', false, retried);
  expect(decision).toMatchObject({ kind: 'disqualified', reason: 'suppressed' });
  expect(decision?.claims).toBeUndefined();
  expect((await decided({ phone: testPhone(812), phoneValid: true }, 'demo', false, retried))?.kind).toBe(
    'qualified',
  );
});

it('a number that opted out is listed until it opts in', async () => {
  const phone = testPhone(820);
  await of('demo').messages.optOut(phone, 'msg_1', now());
  expect((await decided({ phone, phoneValid: true }))?.reason).toBe('suppressed');
  await of('demo').messages.optIn(phone, 'msg_2', now());
  expect((await decided({ phone, phoneValid: true }))?.kind).toBe('qualified');
});

it('garbage of any kind gets a decision', async () => {
  for (const data of [{ phone: 'x', phoneValid: false }, { email: '@' }, {}, { phone: '\u0000', email: ' ' }])
    expect((await decided(data as SubmissionRecord['data']))?.kind).toBe('qualified');
});

it('a key that cannot be opened stops the stage: nothing is sold unchecked', async () => {
  const submission = aSubmission({
    submissionId: newId('submission'),
    acceptedAt: now(),
    data: { phone: testPhone(830) },
  });
  await world.stores.accept(accepted(submission));
  const core = { ...world.core, encryptionKeys: [] };
  const run = qualificationStage.run({ ...submission, generation: 0 }, core, { first: true });
  await expect(run).rejects.toThrow('no encryption key');
  expect(await of('demo').journal.find(submission.submissionId, 'qualification', 0)).toBeUndefined();
});

it('of a tenant without lists, no list is read', async () => {
  await decided({ phone: testPhone(840) }, 'bare');
  const heard: Document[] = [];
  const stop = hearCommands(
    (command) => heard.push(command),
    ['find', 'aggregate', 'insert', 'update', 'bulkWrite'],
  );
  await decided({ phone: testPhone(841) }, 'bare');
  // Heard, too, once what is cached has expired.
  await eventually('the catalog was read again', async () => {
    await decided({ phone: testPhone(841) }, 'bare');
    return heard.some((command) => command.find === 'campaigns' || command.aggregate === 'campaigns');
  });
  stop();
  expect(heard.filter((command) => /suppression/i.test(JSON.stringify(command)))).toEqual([]);
});
