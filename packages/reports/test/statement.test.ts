/** The statement of a client equals the ledger to the cent, in months whose clocks change and in several currencies. */
import { clientSchema, ledgerTypes, type LedgerEntry, type Statement } from '@sluice/contracts';
import { minorUnits } from '@sluice/domain';
import { aSale, duringTests, nextNumber, putItem, putTenant } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import fc from 'fast-check';
import { clientStatement, statementCsv } from '../src/index.js';

const tenantId = 'owed';
const zone = 'America/New_York';
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

const world = duringTests(openWorld);
beforeAll(() => putTenant(world.stores.tenants, { tenantId, name: 'Owed', settings: { timezone: 'UTC' } }));

const of = () => world.stores.forTenant(tenantId);
async function newClient(timezone?: string): Promise<string> {
  const clientId = `cli_${nextNumber()}`;
  const client = { clientId, name: 'Acme', abbrev: 'ACM', settings: { timezone }, ...times };
  await putItem(of().clients, clientId, clientSchema.parse(client));
  return clientId;
}

/** Every page of the statement as one. */
async function wholeStatement(clientId: string, month: string): Promise<Statement> {
  const pages: Statement[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await clientStatement(world, tenantId, { clientId, month, limit: 7, cursor });
    if (!page) throw new Error(`no statement of ${clientId}`);
    pages.push(page);
    if (page.nextCursor === null) return { ...page, entries: pages.flatMap(({ entries }) => entries) };
    cursor = page.nextCursor;
  }
}

// The clocks of this zone go back on the first of this month, and its edges are where entries could be lost or doubled.
const month = '2026-11';
const [begins, ends] = [Date.parse('2026-11-01T04:00:00Z'), Date.parse('2026-12-01T05:00:00Z')];
const instants = fc.oneof(
  fc.constantFrom(begins - 1, begins, begins + 3_600_000, ends - 3_600_000, ends - 1, ends),
  fc.integer({ min: begins - 86_400_000, max: ends + 86_400_000 }),
);
const histories = fc.array(
  fc.record({
    type: fc.constantFrom(...ledgerTypes),
    minor: fc.integer({ min: -100_000, max: 100_000 }),
    currency: fc.constantFrom('USD', 'JPY'),
    isOurs: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
    at: instants,
  }),
  { maxLength: 30 },
);
const localMonth = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });

describe('a statement', () => {
  it('has the sums of the ledger to the cent, whatever was booked, and exactly its entries', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const clientId = await newClient(zone);
        const entries = history.map(({ isOurs, at, ...more }, n): LedgerEntry => {
          const sale = aSale(`${clientId}_${n}`, { ...more, occurredAt: new Date(at) });
          return { ...sale, clientId: isOurs ? clientId : `${clientId}_other` };
        });
        await Promise.all(entries.map((entry) => of().ledger.book(entry)));

        const statement = await wholeStatement(clientId, month);
        const owed = entries.filter(
          ({ clientId: whose, type, occurredAt }) =>
            whose === clientId && !type.startsWith('cost') && localMonth.format(occurredAt) === month,
        );
        expect(statement.entries.map(({ entryId }) => entryId).sort()).toEqual(
          owed.map(({ entryId }) => entryId).sort(),
        );
        const dueOf = (currency: string) =>
          owed.reduce((sum, entry) => (entry.currency === currency ? sum + entry.minor : sum), 0);
        const currencies = [...new Set(owed.map(({ currency }) => currency))].sort();
        expect(statement.sums.map(({ currency, due }) => [currency, minorUnits(due, currency)])).toEqual(
          currencies.map((currency) => [currency, dueOf(currency)]),
        );
        for (const { currency, sales, returns, adjustments, milestones, due } of statement.sums) {
          const parts = [sales, returns, adjustments, milestones];
          const minor = parts.map(({ amount }) => minorUnits(amount, currency) ?? NaN);
          expect(minor.reduce((sum, each) => sum + each, 0)).toBe(minorUnits(due, currency));
        }
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  it('is of the month by the zone of the client, else of the tenant', async () => {
    const [inNewYork, inUtc] = [await newClient(zone), await newClient()];
    for (const clientId of [inNewYork, inUtc])
      await of().ledger.book(aSale(clientId, { clientId, occurredAt: new Date('2026-11-01T03:59:59.999Z') }));
    const entriesOf = async (clientId: string, of: string) =>
      (await wholeStatement(clientId, of)).entries.length;
    expect([await entriesOf(inNewYork, '2026-10'), await entriesOf(inNewYork, '2026-11')]).toEqual([1, 0]);
    expect([await entriesOf(inUtc, '2026-10'), await entriesOf(inUtc, '2026-11')]).toEqual([0, 1]);
    expect(await wholeStatement(inNewYork, '2026-11')).toMatchObject({
      timezone: zone,
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-01T04:59:59.999Z',
    });
  });

  it('says how many of its sales have no price', async () => {
    const clientId = await newClient();
    await of().ledger.book(aSale(clientId, { clientId, minor: 0, unpriced: true }));
    const { sums } = await wholeStatement(clientId, month);
    expect(sums).toMatchObject([{ sales: { entries: 1, amount: 0 }, unpriced: 1, due: 0 }]);
  });

  it('of a client that does not exist is none', async () => {
    expect(await clientStatement(world, tenantId, { clientId: 'cli_x', month, limit: 1 })).toBeUndefined();
  });
});

describe('the CSV of a statement', () => {
  it('is the same in parts as whole, with days of the client, and without notes where they are not asked for', async () => {
    const clientId = await newClient(zone);
    const at = (minute: number) => new Date(Date.parse('2026-11-15T02:00:00Z') + minute * 60_000);
    for (const minute of [0, 1]) {
      const sale = aSale(`${clientId}_${minute}`, { clientId, occurredAt: at(minute) });
      await of().ledger.book({ ...sale, ...(minute === 0 && { note: 'agreed, with Ada' }) });
    }
    const read = async (limit: number, withNotes: boolean) => {
      const parts: string[] = [];
      for (let cursor: string | undefined; ;) {
        const asked = { clientId, month, limit, cursor, withNotes, bom: true };
        const part = await statementCsv(world, tenantId, asked);
        parts.push(part?.csv ?? '');
        if (!part?.nextCursor) return parts.join('');
        cursor = part.nextCursor;
      }
    };
    const row = (minute: number) =>
      `2026-11-14,21:0${minute}:00,sale,lead_${clientId}_${minute},ACMRU,,42.5,USD,`;
    expect(await read(1, true)).toBe(
      [
        '\uFEFFdate,time,type,leadId,campaignId,campaign,amount,currency,unpriced,note',
        `${row(1)},`,
        `${row(0)},"agreed, with Ada"`,
        '',
      ].join('\r\n'),
    );
    expect(await read(10, true)).toBe(await read(1, true));
    expect(await read(10, false)).not.toContain('Ada');
  });
});
