/**
 * A suppression list of 100,000 entries is replaced while leads flow, and the first command that does it is killed in the
 * middle: each lead saw the old list or the new one, the killed import left the old, and run again it completes.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operateOverHttp, type Operate } from '@sluice/admin';
import { adminListSuppression, type SuppressionRow } from '@sluice/contracts';
import { buyerServices } from '@sluice/local';
import { newKey } from '@sluice/store';
import { eventually, testPhone } from '@sluice/testing';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const ENTRIES = 100_000;
/** The old list has the numbers below 100,000, the new one those from 50,000 to 149,999. */
const NEW_FROM = 50_000;
const numbers = (from: number) => Array.from({ length: ENTRIES }, (_, n) => testPhone(from + n));
/** The first number of each kind of person. */
const kinds = { old: 0, both: NEW_FROM, new: ENTRIES, none: NEW_FROM + ENTRIES } as const;
type Kind = keyof typeof kinds;

interface Seen {
  readonly kind: Kind;
  readonly submittedAt: number;
  readonly decidedAt: number;
  readonly isListed: boolean;
}

let tenant: TestTenant;
let operate: Operate;
const folder = mkdtempSync(join(tmpdir(), 'sluice-replaced-list-'));
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      suppressionLists: [{ listId: 'sl_dnc', name: 'Do not call', kind: 'phone', scope: 'tenant' }],
      campaigns: [{ campaignId: 'SELLS' }],
    },
    { services: [...buyerServices, 'dashboard'] },
  );
  const { installation } = tenant;
  const { adminKeys, clock } = installation.stores;
  const key = newKey('sla_');
  await adminKeys.add(key, { role: 'view', name: 'lists', createdAt: clock.now() });
  operate = operateOverHttp({ url: installation.dashboardUrl, key });
  writeFileSync(file('old.csv'), numbers(0).join('\n'));
  writeFileSync(file('new.csv'), numbers(NEW_FROM).join('\n'));
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await tenant?.stop();
}, 60_000);

const importing = (name: string, flags: readonly string[] = [], begun?: (child: ChildProcess) => void) =>
  tenant.installation.sluice(
    ['suppression', 'import', 'sl_dnc', file(name), '--tenant', 'acme', ...flags],
    {},
    begun,
  );
const row = async (): Promise<SuppressionRow> => {
  const { lists } = await operate.call(adminListSuppression, { params: { tenantId: 'acme' } });
  return lists[0]!;
};

/** Sends leads of every kind, a few at once, until told to stop. */
function flow() {
  const seen: Seen[] = [];
  let isOver = false;
  const send = async (lane: number) => {
    for (let n = 0; !isOver; n += 1)
      for (const [kind, from] of Object.entries(kinds) as [Kind, number][]) {
        const submittedAt = Date.now();
        const receipt = await tenant.submit('SELLS', { phone: testPhone(from + n * 4 + lane) });
        const { reason } = await tenant.atRest(receipt, 60_000);
        seen.push({ kind, submittedAt, decidedAt: Date.now(), isListed: reason === 'suppressed' });
        await pause(20);
      }
  };
  const lanes = [0, 1, 2, 3].map(send);
  return async () => {
    isOver = true;
    await Promise.all(lanes);
    return seen;
  };
}

const of = (seen: readonly Seen[], kind: Kind) => seen.filter((one) => one.kind === kind);
const verdicts = (seen: readonly Seen[], kind: Kind) => [
  ...new Set(of(seen, kind).map(({ isListed }) => isListed)),
];

it('each lead sees the old list or the new one, and an import that was killed leaves the old', async () => {
  expect((await importing('old.csv')).output).toContain(`${ENTRIES} accepted`);
  const before = await row();
  await eventually('the list is asked', async () => {
    const { reason } = await tenant.atRest(await tenant.submit('SELLS', { phone: testPhone(0) }));
    return reason === 'suppressed';
  });

  const untilKilled = flow();
  let child: ChildProcess | undefined;
  const killed = importing('new.csv', ['--replace'], (process) => (child = process));
  await eventually('the import has begun', async () => (await row()).importing, 60_000);
  await pause(300);
  child?.kill('SIGKILL');
  await killed;
  await pause(1_000);
  const whileKilled = await untilKilled();
  expect(child?.signalCode).toBe('SIGKILL');
  expect(await row()).toMatchObject({ entries: before.entries, lastImport: before.lastImport });
  expect((['old', 'both', 'new', 'none'] as const).map((kind) => verdicts(whileKilled, kind))).toEqual([
    [true],
    [true],
    [false],
    [false],
  ]);

  const untilReplaced = flow();
  // The dead import keeps the list for a minute.
  const { output } = await eventually(
    'the list is replaced',
    async () => {
      const ended = await importing('new.csv', ['--replace']);
      return ended.code === 0 ? ended : undefined;
    },
    240_000,
  );
  const replacedAt = Date.now();
  await pause(2_000);
  const seen = await untilReplaced();
  expect(output).toContain(`${ENTRIES} accepted, 0 duplicate, 0 invalid`);
  expect(await row()).toMatchObject({ entries: ENTRIES, importing: false });
  process.stderr.write(
    `${JSON.stringify({ whileKilled: whileKilled.length, whileReplaced: seen.length })}\n`,
  );

  expect([verdicts(seen, 'both'), verdicts(seen, 'none')]).toEqual([[true], [false]]);
  // Once a lead has seen the new list, no lead that comes later sees the old one.
  const sawNew = ({ kind, isListed }: Seen) => isListed === (kind === 'new');
  const telling = seen.filter(({ kind }) => kind === 'old' || kind === 'new');
  const firstNewAt = Math.min(...telling.filter(sawNew).map(({ decidedAt }) => decidedAt));
  const late = telling.filter((one) => one.submittedAt > firstNewAt && !sawNew(one));
  expect(late).toEqual([]);
  const afterwards = telling.filter(({ submittedAt }) => submittedAt > replacedAt);
  expect(afterwards.length).toBeGreaterThan(0);
  expect(afterwards.every(sawNew)).toBe(true);
  expect(telling.some((one) => !sawNew(one))).toBe(true);
}, 500_000);
