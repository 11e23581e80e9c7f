import { aSale, duringTests } from '@sluice/testing';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
beforeAll(async () => {
  const [client] = await world.stores.forTenant('demo').clients.all();
  clientId = client?.clientId ?? '';
  const { ledger } = world.stores.forTenant('demo');
  await ledger.book(aSale('one', { clientId, occurredAt: new Date('2026-10-15T12:00:00Z') }));
});
let clientId: string;
const asked = (month: string) => ['--tenant', 'demo', '--client', clientId, '--month', month];

describe('sluice ledger statement', () => {
  it('prints what a client owes for a month by currency', async () => {
    const { code, output } = await world.sluice(['ledger', 'statement', ...asked('2026-10')]);
    expect(code).toBe(0);
    expect(output).toMatch(/, October 2026 \(.+\)\nCURRENCY +SALES .*\nUSD +\$42\.50 \(1\) .* \$42\.50\n$/);
    const json = await world.sluice(['ledger', 'statement', ...asked('2026-10'), '--json']);
    expect(JSON.parse(json.output)).toMatchObject({ sums: [{ currency: 'USD', due: 42.5 }] });
  });

  it('says that nothing was booked', async () => {
    const { output } = await world.sluice(['ledger', 'statement', ...asked('2025-01')]);
    expect(output).toMatch(/: nothing was booked\.\n$/);
  });

  it('refuses a month that does not exist as wrong usage', async () => {
    const { code, errors } = await world.sluice(['ledger', 'statement', ...asked('2026-13')]);
    expect(code).toBe(2);
    expect(errors).toContain('month: must be a month, YYYY-MM, or this or last');
  });

  it('prints its entries as CSV under its name statement-csv', async () => {
    const { code, output } = await world.sluice(['ledger', 'statement-csv', ...asked('2026-10')]);
    expect(code).toBe(0);
    expect(output.split('\r\n')).toEqual([
      expect.stringMatching(/^date,time,type,leadId,/),
      // By the tenant's zone, which is one where it is noon now.
      expect.stringMatching(/^2026-10-1[56],.*,sale,lead_one,ACMRU,.*,42\.5,USD,/),
      '',
    ]);
  });
});

describe('sluice ledger csv', () => {
  it('prints the entries that its options match', async () => {
    const days = ['--from', '2026-10-01', '--to', '2026-10-31'];
    const { code, output } = await world.sluice(['ledger', 'csv', '--tenant', 'demo', ...days]);
    expect(code).toBe(0);
    expect(output.split('\r\n')).toEqual([
      expect.stringMatching(/^date,time,type,amount,currency,/),
      expect.stringMatching(/,sale,42\.5,USD,,lead_one,/),
      '',
    ]);
    const filters = ['--lead', 'lead_one', '--campaign', 'c', '--client', 'c', '--supplier', 's'];
    expect((await world.sluice(['ledger', 'csv', '--tenant', 'demo', ...filters])).code).toBe(0);
    const none = await world.sluice(['ledger', 'csv', '--tenant', 'demo', '--type', 'return']);
    expect(none.output.trimEnd().split('\r\n')).toHaveLength(1);
  });
});

it('sluice returns csv prints a heading where there are no returns', async () => {
  const filters = ['--lead', 'lead_one', '--campaign', 'c', '--client', 'c'];
  const { code, output } = await world.sluice(['returns', 'csv', '--tenant', 'demo', ...filters]);
  expect([code, output]).toEqual([0, expect.stringMatching(/^date,time,status,amount,[^\n]*\r\n$/)]);
});
