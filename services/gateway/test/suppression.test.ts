import type { SuppressionList } from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { openGateway } from './gateway.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGateway);

beforeAll(async () => {
  const at = new Date().toISOString();
  const list = { name: 'List', scope: 'tenant', active: true, createdAt: at, updatedAt: at } as const;
  const lists: SuppressionList[] = [
    { ...list, listId: 'sl_dnc', kind: 'phone', fromOptOuts: true },
    { ...list, listId: 'sl_mail', kind: 'email' },
  ];
  for (const one of lists) await putItem(world.alpha.stores.suppressionLists, one.listId, one);
});

const params = (listId: string) => ({ params: { listId } });
const add = (values: readonly unknown[], listId = 'sl_dnc') =>
  world.call('addSuppressionEntries', { ...params(listId), body: { values } });
const check = async (value: string, listId = 'sl_dnc') =>
  (await world.call('checkSuppressionEntry', { ...params(listId), body: { value } })).data;

it('people are listed, looked up in any spelling, and taken off again', async () => {
  const { data } = await add(['(415) 555-0132', '+14155550132', 'nobody', '+14155550133']);
  expect(data).toEqual({ accepted: 2, duplicate: 1, invalid: 1, invalidLines: [3] });
  expect((await add(['+1 415 555 0133'])).data).toEqual({
    accepted: 0,
    duplicate: 1,
    invalid: 0,
    invalidLines: [],
  });
  expect([await check('415.555.0132'), await check('+14155550139'), await check('x')]).toEqual([
    { listed: true },
    { listed: false },
    { listed: false },
  ]);
  const removed = await world.call('removeSuppressionEntries', {
    ...params('sl_dnc'),
    body: { values: ['4155550132'] },
  });
  expect([removed.data, await check('+14155550132')]).toEqual([{ removed: 1 }, { listed: false }]);
});

it('a number that opted out is listed, and nothing of it is copied', async () => {
  await world.alpha.stores.messages.optOut('+14155550188', 'msg_1', new Date());
  expect(await check('415-555-0188')).toEqual({ listed: true });
});

it.each([
  [[], 'values: '],
  [Array.from({ length: 1_001 }, () => '+14155550132'), 'values: '],
  [[7], 'values.0: '],
])('%# values are refused with their place', async (values, at) => {
  const { status, error } = await add(values);
  expect([status, error?.details?.[0]?.startsWith(at)]).toEqual([400, true]);
});

it('an unknown list, a foreign one and a supplier get nothing', async () => {
  expect((await add(['+14155550132'], 'sl_none')).status).toBe(404);
  const foreign = { ...params('sl_dnc'), body: { value: '+14155550133' }, key: world.beta.key };
  expect((await world.call('checkSuppressionEntry', foreign)).status).toBe(404);
  const { key } = await aSupplier(world);
  expect((await world.call('checkSuppressionEntry', { ...foreign, key })).status).toBe(403);
});

it('no collection and no line of the log has a value that was sent', async () => {
  await add(['+14155550144']);
  await check('+14155550144');
  for (const { name } of await world.db.listCollections().toArray())
    expect(JSON.stringify(await world.db.collection(name).find().toArray())).not.toMatch(/4155550144/);
  expect(JSON.stringify(world.logged)).not.toMatch(/4155550144/);
});
