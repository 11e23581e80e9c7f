import { addPlaced, giveBack, type MadeUp } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

const returned = (spoil: (run: MadeUp) => void = () => undefined) =>
  spoiled((run) => {
    giveBack(run, 'north/sub_1', 'CAP');
    spoil(run);
  });
const status = (is: string) => (run: MadeUp) =>
  change(run.database.returns, 'north/sub_1.return', { status: is });

describe('the chaos check I7 (taken back once)', () => {
  it('permits an approved return, and that its lead is returned', () => {
    expect(returned()).toEqual([]);
  });

  it('detects an approved return that is not booked, is booked twice, or for another amount', () => {
    const gone = ({ database }: MadeUp) => remove(database.ledger, 'north/sub_1.return');
    expect(returned(gone)).toContain('I7 north/sub_1 is approved and books [], not [0 USD]');
    const twice = ({ database }: MadeUp) => database.ledger.push({ ...database.ledger.at(-1)! });
    expect(returned(twice)).toContain('I7 north/sub_1 is approved and books [0 USD, 0 USD], not [0 USD]');
    const less = ({ database }: MadeUp) => change(database.ledger, 'north/sub_1.return', { minor: -1 });
    expect(returned(less)).toContain('I7 north/sub_1 is approved and books [-1 USD], not [0 USD]');
  });

  it.each(['requested', 'denied', 'withdrawn'])('detects that a %s return is booked', (is) => {
    expect(returned(status(is))).toContain(`I7 north/sub_1 is ${is} and books [0 USD], not []`);
  });

  it('detects that a sale is taken back without any return', () => {
    const gone = ({ database }: MadeUp) => remove(database.returns, 'north/sub_1.return');
    expect(returned(gone)).toContain('I7 north/sub_1 is no return and books [0 USD], not []');
  });

  it('detects a return that is never finished, and a lead that is not returned', () => {
    expect(returned(status('opening'))).toContain('I7 north/sub_1.return is opening and not finished');
    const due = ({ database }: MadeUp) =>
      change(database.returns, 'north/sub_1.return', { dueAt: new Date() });
    expect(returned(due)).toContain('I7 north/sub_1.return is approved and not finished');
    const lead = ({ database }: MadeUp) => change(database.leads, 'north/lead_1', { status: 'delivered' });
    expect(returned(lead)).toContain('I1 north/sub_1 ended returned while its lead is delivered');
  });

  it('detects a return that its sender was told something else about', () => {
    const answered = (status: string, returnId = 'ret_of_sub_1') =>
      returned(({ told }) => told.push({ returnId, status }));
    expect(answered('approved')).toEqual([]);
    expect(answered('denied')).toEqual(['I7 ret_of_sub_1 was answered denied and is approved']);
    expect(answered('requested', 'ret_9')).toEqual(['I7 ret_9 was answered requested and is not there']);
  });

  it('detects a quota that was exceeded, or that counts other returns', () => {
    const two = (run: MadeUp) => {
      run.campaigns[0] = { ...run.campaigns[0]!, returns: { maximumPercent: 50 } };
      addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'CAP' });
      giveBack(run, 'north/sub_3', 'CAP');
    };
    expect(returned(two)).toContain('I7 north/CAP took back 2 of 2 at a quota of 1');
    const uncounted = ({ database }: MadeUp) =>
      change(database.returnQuotas, 'north/returns.CAP.2026-01', { counted: [] });
    expect(returned(uncounted)).toEqual(['I7 north/CAP counts 0 returns where there are 1']);
  });
});
