import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aSale, duringTests } from '@sluice/testing';
import { endedLead } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
beforeAll(async () => {
  const { campaigns } = world.stores.forTenant('demo');
  const returns = { windowDays: 7, reasons: ['wrong_number'], maximumPercent: 50, autoApprove: false };
  await campaigns.change('ACMRU', { returns });
  for (const n of ['a', 'b', 'c', 'd']) await sold(n);
});

async function sold(n: string): Promise<void> {
  await endedLead(world.stores, n, { status: 'delivered' });
  const at = world.stores.clock.now();
  const sale = aSale(n, { reference: `B-${n}`, occurredAt: at, receivedAt: at });
  await world.stores.forTenant('demo').ledger.book(sale);
}

const importing = async (lines: readonly string[], ...flags: string[]) => {
  const file = join(world.folder, 'returns.csv');
  writeFileSync(file, lines.join('\r\n'));
  return world.sluice(['returns', 'import', file, '--tenant', 'demo', ...flags]);
};
const returnsOf = async () => (await world.stores.forTenant('demo').returns.page({}, 100)).returns;

const file = [
  'leadId;reference;Reason;note;their column',
  'lead_a;;wrong_number;"rang; twice";1',
  ';B-b;wrong_number;;2',
  ';B-b;wrong_number;;3',
  'lead_c;;bored;;4',
  'lead_c;;wrong_number;;5',
  ';B-none;wrong_number;;6',
  'lead_c;B-c;wrong_number;;7',
  'lead_d',
];
const refusals = [
  /^line 5: refused: reason: must be one of wrong_number$/,
  /^line 6: refused: over_quota: /,
  /^line 7: refused: reference: belongs to no sale$/,
  /^line 8: refused: leadId: must not stand beside reference$/,
  /^line 9: refused: row: has 1 cells, but the header has 5$/,
];

describe('sluice returns import', () => {
  it('foresees what an import would do, and writes nothing', async () => {
    const { code, output } = await importing(file, '--dry-run');
    const [one, two, three, ...rest] = output.trimEnd().split('\n');
    expect([one, two, three]).toEqual(['line 2: accepted', 'line 3: accepted', 'line 4: duplicate']);
    expect(rest).toEqual([
      ...refusals.map((refusal) => expect.stringMatching(refusal) as string),
      '2 accepted, 1 duplicate, 5 refused; this was a dry run, nothing was written',
    ]);
    expect(code).toBe(1);
    expect(await returnsOf()).toEqual([]);
    const quota = { placedCampaignId: 'ACMRU', month: new Date().toISOString().slice(0, 7) };
    expect(await world.stores.forTenant('demo').returnQuotas.of(quota)).toMatchObject({ placed: 0 });
  }, 60_000);

  it('requests the return of each row that can be returned, and of none twice', async () => {
    const first = (await importing(file)).output.trimEnd().split('\n');
    expect(first).toEqual([
      expect.stringMatching(/^line 2: accepted ret_\w{26}$/),
      expect.stringMatching(/^line 3: accepted ret_\w{26}$/),
      'line 4: duplicate',
      ...refusals.map((refusal) => expect.stringMatching(refusal) as string),
      '2 accepted, 1 duplicate, 5 refused',
    ]);
    const again = await importing(file, '--json');
    const { rows } = JSON.parse(again.output) as { rows: { place: string; result: string }[] };
    expect(rows.map(({ result }) => result)).toEqual([
      ...Array<string>(3).fill('duplicate'),
      ...Array<string>(5).fill('refused'),
    ]);
    expect((await returnsOf()).map(({ leadId, note }) => [leadId, note])).toEqual([
      ['lead_b', undefined],
      ['lead_a', 'rang; twice'],
    ]);
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({ action: 'adminImportReturns', about: { tenantId: 'demo', rows: '7' } });
  }, 60_000);

  it.each([
    [['reason,note', 'x,y'], 'it names neither leadId nor reference'],
    [['leadId,note', 'x,y'], 'it does not name reason'],
    [['leadId,reason,LeadID', 'x,y,z'], 'leadId appears twice'],
    [['leadId,reason'], 'has no rows'],
  ])('refuses the file %j as a whole', async (lines, problem) => {
    const { code, errors } = await importing(lines);
    expect(code).toBe(1);
    expect(errors).toContain(problem);
  });
});
