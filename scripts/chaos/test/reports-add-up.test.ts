import type { ReportRow } from '../src/checker/evidence.js';
import { giveBack, type MadeUp } from './made-up.js';
import { change, spoiled } from './spoil.js';

const row: ReportRow = {
  campaign: 'CAP',
  received: 1,
  qualified: 1,
  disqualified: 0,
  duplicate: 0,
  delivered: 1,
  rejected: 0,
  failed: 0,
  error: 0,
  pending: 0,
  returned: 0,
  money: [{ currency: 'USD', revenue: 0 }],
};
/** The complaints about a report of this row. */
const reported = (fields: Partial<ReportRow>, spoil: (run: MadeUp) => void = () => undefined) =>
  spoiled((run) => {
    spoil(run);
    run.reports.push({ tenantId: 'north', basis: 'received', rows: [{ ...row, ...fields }] });
  }).filter((complaint) => complaint.startsWith('I8'));

describe('the chaos check I8 (reports add up)', () => {
  it('permits a report of what is there', () => {
    expect(reported({})).toEqual([]);
    expect(reported({ returned: 1 }, (run) => giveBack(run, 'north/sub_1', 'CAP'))).toEqual([]);
  });

  it.each<[Partial<ReportRow>, string]>([
    [{ received: 2 }, '2 CAP received where there are 1'],
    [{ qualified: 0 }, '0 CAP qualified where there are 1'],
    [{ returned: 1 }, '1 CAP returned where there are 0'],
    [{ money: [{ currency: 'USD', revenue: 42.5 }] }, '4250 CAP USD where there are 0'],
  ])('detects a report of %j', (fields, complaint) => {
    expect(reported(fields)).toEqual([`I8 north by received reports ${complaint}`]);
  });

  it('detects a lead that counts in the wrong column, and a sale that no report has', () => {
    const pending = ({ database }: MadeUp) =>
      change(database.submissions, 'north/sub_1', { status: 'pending' });
    expect(reported({}, pending)).toEqual([
      'I8 north by received reports 0 CAP pending where there are 1',
      'I8 north by received reports 1 CAP delivered where there are 0',
    ]);
    const sold = ({ database }: MadeUp) => change(database.ledger, 'north/sub_1.sale', { minor: 100 });
    expect(reported({}, sold)).toEqual(['I8 north by received reports 0 CAP USD where there are 100']);
  });

  it('detects a row of a campaign without leads, and a report that is not answered', () => {
    expect(reported({ campaign: 'NONE' })).toContain(
      'I8 north by received reports 1 NONE received where there are 0',
    );
    const silent = spoiled(({ reports }) => reports.push({ tenantId: 'north', basis: 'occurred' }));
    expect(silent).toEqual(['I8 north by occurred was not answered']);
  });
});
