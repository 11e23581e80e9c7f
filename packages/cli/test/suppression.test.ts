import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duringTests } from '@sluice/testing';
import { applyTenantFile } from '../src/apply/apply-tenant-file.js';
import { testEncryptionKey } from '@sluice/testing';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);

const apply = (lists: string) => {
  const file = join(world.folder, 'lists.yaml');
  writeFileSync(file, `tenantId: demo\nsuppressionLists:\n${lists}`);
  return applyTenantFile(file, { mongoUrl: world.mongodbUrl, env: {}, encryptionKey: testEncryptionKey });
};
beforeAll(() => apply('  - { listId: sl_dnc, name: Do not call, kind: phone, scope: tenant }\n'));

const importing = (lines: readonly string[], ...flags: string[]) => {
  const file = join(world.folder, 'numbers.csv');
  writeFileSync(file, lines.join('\r\n'));
  return world.sluice(['suppression', 'import', 'sl_dnc', file, '--tenant', 'demo', ...flags]);
};
const listed = async (form: string) => {
  const { suppression } = world.stores.forTenant('demo');
  return (await suppression.listed([{ listId: 'sl_dnc', form }], world.core.encryptionKeys)).size === 1;
};

it('a file is imported by its first column, and lines that hold no number are named', async () => {
  const { code, output } = await importing([
    'phone;name',
    '(415) 555-0132;Ada',
    '',
    '"+14155550133","Eve"',
    '4155550132|Ada',
  ]);
  expect([code, output.trim()]).toEqual([1, '2 accepted, 1 duplicate, 1 invalid\ninvalid lines: 1']);
  expect([await listed('+14155550132'), await listed('+14155550133')]).toEqual([true, true]);
  const again = await importing(['4155550134', '4155550133'], '--json');
  expect(JSON.parse(again.output)).toEqual({ accepted: 1, duplicate: 1, invalid: 0, invalidLines: [] });
  const list = await world.sluice(['suppression', 'list', '--tenant', 'demo', '--json']);
  expect(JSON.parse(list.output)).toContainEqual(
    expect.objectContaining({ listId: 'sl_dnc', entries: 3, importing: false }),
  );
});

it('a line whose first cell is empty is named, and only blank lines are skipped', async () => {
  const lines = ['sep=;', ';4155550136', ';;', '"" ; 4155550137', "'+14155550138;Ada", ''];
  const { code, output } = await importing(lines, '--json');
  expect([code, JSON.parse(output)]).toEqual([
    1,
    { accepted: 1, duplicate: 0, invalid: 2, invalidLines: [2, 4] },
  ]);
  expect([await listed('+14155550136'), await listed('+14155550138')]).toEqual([false, true]);
});

it('with --replace the file is the list', async () => {
  expect((await importing(['4155550139'], '--replace')).output.trim()).toBe(
    '1 accepted, 0 duplicate, 0 invalid',
  );
  expect([await listed('+14155550132'), await listed('+14155550139')]).toEqual([false, true]);
});

it('with --replace a file without a number leaves the list as it was', async () => {
  const { code, errors } = await importing(['name', 'Ada'], '--replace');
  expect([code, errors]).toEqual([1, expect.stringContaining('holds no value; the list is as it was')]);
  expect(await listed('+14155550139')).toBe(true);
});

it('an unknown list is named, and the form of a list that has entries stays', async () => {
  const { code, errors } = await world.sluice([
    'suppression',
    'import',
    'sl_x',
    __filename,
    '--tenant',
    'demo',
  ]);
  expect([code === 0, errors]).toEqual([false, expect.stringContaining('no suppression list sl_x')]);
  await expect(
    apply('  - { listId: sl_dnc, name: Do not call, kind: email, scope: tenant }\n'),
  ).rejects.toThrow(/kind: stays as it is while the list has entries/);
});

it('the form stays for entries that were not counted yet, and while a file is imported', async () => {
  const lists = (kind: string) =>
    ['sl_a', 'sl_b', 'sl_c']
      .map((id) => `  - { listId: ${id}, name: A, kind: ${kind}, scope: tenant }\n`)
      .join('');
  await apply(lists('phone'));
  const { suppression, suppressionImports } = world.stores.forTenant('demo');
  const keys = world.core.encryptionKeys;
  const now = world.stores.clock.now();
  await suppression.change('sl_a', ['+14155550132'], 'add', keys, now);
  await world.db
    .collection<{ _id: string }>('suppressionStates')
    .updateOne({ _id: 'demo/sl_a' }, { $set: { entries: 0 } });
  await suppressionImports.begin('sl_b', { id: 'imp_1', replaces: false, keys, now });
  const refused: unknown = await apply(lists('email')).catch((error: unknown) => error);
  expect(String(refused)).toMatch(/suppressionLists\.0\.kind: stays(.|\n)*suppressionLists\.1\.kind: stays/);
  expect(String(refused)).not.toContain('suppressionLists.2');
});
