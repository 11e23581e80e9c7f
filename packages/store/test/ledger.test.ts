import type { LedgerEntry } from '@sluice/contracts';
import { accepted, aSale, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { LedgerFilter } from '../src/index.js';

const world = duringTests(openWorld);

const at = new Date('2026-11-21T10:00:00Z');
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const ledgerOf = (tenantId: string) => world.stores.forTenant(tenantId).ledger;

const sale = (n: string, more: Partial<LedgerEntry> = {}): LedgerEntry =>
  aSale(n, { occurredAt: at, receivedAt: at, ...more });

/** Every page of three, as their entry ids. */
async function pagesOf(tenantId: string, filter: LedgerFilter): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { entries, nextCursor } = await ledgerOf(tenantId).page(filter, 3, cursor);
    pages.push(entries.map(({ entryId }) => entryId));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('an entry', () => {
  it('is booked once, whoever books it again and with what amount', async () => {
    const { ledger } = world.stores.forTenant('once');
    const again = [1, 2, 3].map((minor) => ledger.book(sale('1', { minor })));
    const booked = new Set((await Promise.all(again)).map(({ minor }) => minor));
    expect(booked.size).toBe(1);
    expect((await ledger.page({}, 10)).entries).toEqual([sale('1', { minor: [...booked][0] ?? 0 })]);
  });

  it('of one tenant is not there for another', async () => {
    await ledgerOf('mine').book(sale('1'));
    expect(await ledgerOf('theirs').page({}, 10)).toEqual({ entries: [], nextCursor: null });
    expect(await ledgerOf('theirs').page({}, 10, 'sub_1.sale')).toEqual({ entries: [], nextCursor: null });
    expect(await ledgerOf('theirs').page({}, 10, '../mine/sub_1.sale')).toEqual({
      entries: [],
      nextCursor: null,
    });
  });
});

describe('the end of a submission', () => {
  const decision = { kind: 'delivered', campaignId: 'C', clientId: 'cli', trace: [] } as const;
  const end = { status: 'delivered', endedAt: at } as const;
  const begin = async (n: string) => {
    await world.stores.accept(accepted(aSubmission({ submissionId: `sub_${n}`, tenantId: 'ends' })));
    const claim = { n: 1, url: 'http://b', startedAt: at, leaseUntil: at };
    await world.stores.forTenant('ends').attempts.claim({ submissionId: `sub_${n}`, generation: 0 }, claim);
  };
  const conclude = (n: string) =>
    world.stores.forTenant('ends').conclusions.conclude(
      { submissionId: `sub_${n}`, leadId: `lead_${n}` },
      {
        recorded: { stage: 'delivery', generation: 0, decision, decidedAt: at },
        attempt: {
          n: 1,
          outcome: { kind: 'accepted', endedAt: at, durationMs: 5 },
          cancelsNext: false,
        },
      },
      { end, ledger: [sale(n)] },
    );
  const bookedFor = async (n: string) => (await ledgerOf('ends').page({ leadId: `lead_${n}` }, 10)).entries;

  it('books its sale once, however often it is written, and goes on where the sale exists', async () => {
    await begin('a');
    await ledgerOf('ends').book(sale('a'));
    const { conclusions, submissions } = world.stores.forTenant('ends');
    for (const minor of [1, 2]) await conclusions.close('sub_a', { end, ledger: [sale('a', { minor })] });
    expect(await bookedFor('a')).toEqual([sale('a')]);
    expect(await submissions.find('sub_a')).toMatchObject({ status: 'delivered' });
  });

  it('books nothing where another decision stands, and the sales of the others', async () => {
    const all = ['b', 'c', 'd'];
    await Promise.all(all.map(begin));
    const refusal = { kind: 'rejected', reason: 'no', trace: [] } as const;
    const ref = { submissionId: 'sub_c', leadId: 'lead_c' };
    await world.stores.forTenant('ends').journal.record(ref, 'delivery', 0, refusal, at);
    await Promise.all(all.map(conclude));
    expect(await Promise.all(all.map(bookedFor))).toEqual([[sale('b')], [], [sale('d')]]);
  });
});

describe('a list of the ledger', () => {
  const entries: readonly LedgerEntry[] = [
    sale('1'),
    // Of the same instant, so that only the key orders them.
    sale('2'),
    sale('3', { occurredAt: minutesLater(1), campaignId: 'D', clientId: 'other' }),
    sale('4', { occurredAt: minutesLater(2), supplierId: 'sup_1' }),
    sale('1', {
      entryId: 'adj_1',
      type: 'adjustment',
      minor: -1250,
      occurredAt: minutesLater(3),
      note: 'why',
    }),
    sale('2', { entryId: 'lead_2.milestone.C.~0', type: 'milestone', occurredAt: minutesLater(4) }),
  ];
  beforeAll(async () => {
    for (const entry of entries) await ledgerOf('lists').book(entry);
  });

  it('is newest first, page after page', async () => {
    expect(await pagesOf('lists', {})).toEqual([
      ['lead_2.milestone.C.~0', 'adj_1', 'sub_4.sale'],
      ['sub_3.sale', 'sub_2.sale', 'sub_1.sale'],
    ]);
  });

  it('goes on behind its cursor while newer entries come', async () => {
    const first = await ledgerOf('grows').page({}, 1);
    expect(first.entries).toEqual([]);
    for (const n of ['1', '2', '3'])
      await ledgerOf('grows').book(sale(n, { occurredAt: minutesLater(Number(n)) }));
    const { entries: top } = await ledgerOf('grows').page({}, 1);
    await ledgerOf('grows').book(sale('4', { occurredAt: minutesLater(4) }));
    const { entries: rest } = await ledgerOf('grows').page({}, 10, top[0]?.entryId);
    expect(rest.map(({ entryId }) => entryId)).toEqual(['sub_2.sale', 'sub_1.sale']);
  });

  it.each<[LedgerFilter, readonly string[]]>([
    [{ type: 'adjustment' }, ['adj_1']],
    [{ type: 'return' }, []],
    [{ leadId: 'lead_1' }, ['adj_1', 'sub_1.sale']],
    [{ leadId: 'lead_9' }, []],
    [{ campaignId: 'D' }, ['sub_3.sale']],
    [{ clientId: 'other' }, ['sub_3.sale']],
    [{ supplierId: 'sup_1' }, ['sub_4.sale']],
    [{ from: minutesLater(1), before: minutesLater(3) }, ['sub_4.sale', 'sub_3.sale']],
    [{ from: minutesLater(3), before: minutesLater(1) }, []],
    [{ type: 'sale', clientId: 'cli_acme', before: minutesLater(1) }, ['sub_2.sale', 'sub_1.sale']],
  ])('narrowed by %j is %j', async (filter, ids) => {
    expect((await pagesOf('lists', filter)).flat()).toEqual(ids);
  });

  it('after an entry that does not exist is empty', async () => {
    expect(await ledgerOf('lists').page({}, 3, 'sub_9.sale')).toEqual({ entries: [], nextCursor: null });
  });
});

it('the latest sale of a lead is found among its entries', async () => {
  await ledgerOf('lists').book(sale('9', { entryId: 'sub_8.sale', occurredAt: minutesLater(-5) }));
  await ledgerOf('lists').book(sale('9'));
  expect(await ledgerOf('lists').lastSale('lead_9')).toEqual(sale('9'));
  expect(await ledgerOf('lists').lastSale('lead_none')).toBeUndefined();
});
