/** What may be done with a suppression list while a file replaces it, or is added to it. */
import type { SuppressionList } from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { openGateway, testSealingKey } from './gateway.js';

const world = duringTests(openGateway);
const of = (listId: string) => ({ params: { listId } });
const values = ['+14155550132'];

beforeAll(async () => {
  const at = new Date().toISOString();
  const list = { name: 'List', kind: 'phone', scope: 'tenant', active: true, createdAt: at, updatedAt: at };
  for (const listId of ['sl_replaced', 'sl_grows']) {
    await putItem(world.alpha.stores.suppressionLists, listId, { ...list, listId } as SuppressionList);
    await world.call('addSuppressionEntries', { ...of(listId), body: { values } });
    await world.alpha.stores.suppressionImports.begin(listId, {
      ...{ id: 'imp_1', replaces: listId === 'sl_replaced' },
      ...{ keys: [testSealingKey], now: world.stores.clock.now() },
    });
  }
});

it.each([
  ['a list that is replaced refuses', 'sl_replaced', 409],
  ['a list to which a file is added takes', 'sl_grows', 200],
])('%s changes meanwhile, and goes on being looked at', async (_what, listId, status) => {
  for (const operation of ['addSuppressionEntries', 'removeSuppressionEntries'] as const) {
    const answer = await world.call(operation, { ...of(listId), body: { values: ['+14155550139'] } });
    expect([answer.status, answer.error?.code]).toEqual([
      status,
      status === 409 ? 'INVALID_STATE' : undefined,
    ]);
  }
  const { data } = await world.call('checkSuppressionEntry', { ...of(listId), body: { value: values[0]! } });
  expect(data).toEqual({ listed: true });
});
