import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReturnRecord } from '@sluice/contracts';
import { accepted, aSale, aSubmission, duringTests } from '@sluice/testing';
import { endedLead } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);

const of = () => world.stores.forTenant('demo');
const at = new Date('2026-11-15T17:00:00Z');
const reconciling = async (n: string, amount: string, ...flags: string[]) => {
  const file = join(world.folder, 'bought.csv');
  writeFileSync(file, `leadId,amount,currency,date\nlead_${n},${amount},USD,2026-11-15`);
  return world.sluice(['ledger', 'reconcile', file, '--tenant', 'demo', '--book', ...flags]);
};
const amountsOf = async (n: string) =>
  (await of().ledger.page({ leadId: `lead_${n}` }, 100)).entries.map(({ minor }) => minor);

describe('sluice ledger reconcile --book', () => {
  async function sold(n: string): Promise<void> {
    await endedLead(world.stores, n, { status: 'delivered' });
    await of().ledger.book(aSale(n, { minor: 5_500, occurredAt: at, receivedAt: at }));
  }

  it.each(['42.50', '55.00'])(
    'books nothing against a sale that was returned, listed with %s',
    async (amount) => {
      const n = `back${amount.slice(0, 2)}`;
      await sold(n);
      const sale = (await of().ledger.lastSale(`lead_${n}`))!;
      await of().ledger.book({ ...sale, entryId: `sub_${n}.return`, type: 'return', minor: -5_500 });
      const { code, output } = await reconciling(n, amount);
      expect(output).toContain(`line 2: returned, the buyer has $${amount}, the ledger $0.00; lead_${n}`);
      expect(output).toMatch(/ 1 returned, .*; 0 adjustments were booked/);
      expect(code).toBe(1);
      expect((await amountsOf(n)).sort((a, b) => a - b)).toEqual([-5_500, 5_500]);
    },
    60_000,
  );

  it('books nothing against a sale whose return is approved and not yet booked', async () => {
    await sold('approved');
    const { entryId: _entry, type: _type, ...sale } = (await of().ledger.lastSale('lead_approved'))!;
    await of().returns.open({
      ...(sale as unknown as ReturnRecord),
      returnId: 'ret_1',
      status: 'approved',
      month: '2026-11',
      requestedAt: at,
      decidedAt: at,
    });
    const { output } = await reconciling('approved', '42.50');
    expect(output).toContain('line 2: returned, the buyer has $42.50, the ledger $55.00; lead_approved');
    expect(await amountsOf('approved')).toEqual([5_500]);
  }, 60_000);

  it('books the lead of an unknown outcome once, whether it is resolved before or after', async () => {
    const unknown = { status: 'failed', reason: 'unknown_outcome' } as const;
    for (const n of ['after', 'before']) {
      await endedLead(world.stores, n, unknown);
      const submission = (await of().submissions.find(`sub_${n}`))!;
      const priceTerms = { expectedMinor: 5_500, currency: 'USD' };
      const bought = { campaignId: 'ACMRU', clientId: 'cli_acme', reservedAt: at, priceTerms };
      await of().journal.record(submission, 'routing', 0, { kind: 'routed', ...bought, trace: [] }, at);
    }
    const resolve = (n: string) =>
      world.sluice(['attempts', 'resolve', `sub_${n}`, '--tenant', 'demo', '--buyer-has-it']);
    for (const flags of [[], ['--client', 'cli_acme']]) {
      const { code, output } = await reconciling('after', '55', ...flags);
      expect(output).toContain(
        'line 2: unknown outcome, $55.00; lead_after; resolve sub_after, which books the sale',
      );
      expect(code).toBe(1);
    }
    expect(await amountsOf('after')).toEqual([]);
    // Another client's list is about another sale.
    const { output } = await reconciling('after', '55', '--client', 'cli_borden');
    expect(output).toContain('line 2: missing here, $55.00; lead_after; booked');
    for (const n of ['after', 'before']) expect(await resolve(n)).toMatchObject({ code: 0, errors: '' });
    for (const n of ['after', 'before']) {
      expect((await reconciling(n, '55', '--client', 'cli_acme')).output).toContain(
        'line 2: matched, $55.00',
      );
      const { entries } = await of().ledger.page({ leadId: `lead_${n}`, clientId: 'cli_acme' }, 100);
      expect(entries.map(({ type, minor }) => [type, minor])).toEqual([['sale', 5_500]]);
    }
  }, 120_000);

  it('books nothing for a lead in progress, whose sale may follow', async () => {
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_open' })));
    const { code, output } = await reconciling('open', '55');
    expect(output).toContain(
      'line 2: missing here, $55.00; lead_open; sub_open is in progress; compare again once it has ended',
    );
    expect(code).toBe(1);
    expect(await amountsOf('open')).toEqual([]);
  }, 60_000);
});
