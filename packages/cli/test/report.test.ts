import { duringTests } from '@sluice/testing';
import { endedLead } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
beforeAll(async () => {
  for (const n of ['a', 'b']) await endedLead(world.stores, n, { status: 'delivered' });
  await endedLead(world.stores, 'c', { status: 'rejected', reason: 'no' });
});

const days = ['--tenant', 'demo', '--by', 'campaign', '--from', '2020-01-01', '--to', '2099-12-31'];

describe('sluice report', () => {
  it('prints a table with a total', async () => {
    const { code, output } = await world.sluice(['report', ...days]);
    expect(code).toBe(0);
    const [heading, ...lines] = output
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    expect(heading?.slice(0, 3)).toEqual(['CAMPAIGN', 'RECEIVED', 'QUALIFIED']);
    expect(lines.at(-1)?.slice(0, 2)).toEqual(['TOTAL', '3']);
  });

  it('prints CSV and JSON', async () => {
    const csv = await world.sluice(['report', ...days, '--csv']);
    expect(csv.output.startsWith('campaign,campaignName,received,qualified,')).toBe(true);
    const json = await world.sluice(['report', ...days, '--json']);
    expect(JSON.parse(json.output)).toMatchObject({ totals: { received: 3, delivered: 2, rejected: 1 } });
  });

  it('narrows to campaigns, and begins a CSV with a byte order mark on request', async () => {
    const none = await world.sluice(['report', ...days, '--campaigns', 'NOBODY', '--csv', '--bom']);
    expect(none.output.startsWith('\uFEFFcampaign,campaignName,received,')).toBe(true);
    expect(none.output.trim().split('\r\n')).toHaveLength(1);
  });

  it('says what it cannot read, as wrong usage', async () => {
    const { code, errors } = await world.sluice(['report', ...days, '--basis', 'guess']);
    expect(code).toBe(2);
    expect(errors).toContain('basis');
  });

  it('prints the same under its longer name `sluice report leads`', async () => {
    const [short, long] = [
      await world.sluice(['report', ...days, '--json']),
      await world.sluice(['report', 'leads', ...days, '--json']),
    ];
    expect(long.code).toBe(0);
    expect(JSON.parse(long.output)).toEqual(JSON.parse(short.output));
  });
});

it('sluice suppliers list shows the suppliers of a tenant', async () => {
  const { code, output } = await world.sluice(['suppliers', 'list', '--tenant', 'demo']);
  expect([code, output]).toEqual([0, expect.stringContaining('sup_north')]);
});
