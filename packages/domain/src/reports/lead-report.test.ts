import { reportNumbers, type ReportNumber } from '@sluice/contracts';
import { leadReportOf, type CountedReport } from './lead-report.js';
import { reportCsv } from './report-csv.js';

const numbers = (some: Partial<Record<ReportNumber, number>>) =>
  ({ ...Object.fromEntries(reportNumbers.map((name) => [name, 0])), ...some }) as Record<
    ReportNumber,
    number
  >;

const counted: CountedReport = {
  leads: [
    { keys: { campaign: 'BB' }, numbers: numbers({ received: 3, delivered: 1, rejected: 1, failed: 1 }) },
    { keys: { campaign: 'AA' }, numbers: numbers({ received: 2, pending: 2 }) },
  ],
  money: [
    { keys: { campaign: 'BB' }, currency: 'USD', revenue: 4_050, cost: 1_001 },
    { keys: { campaign: 'BB' }, currency: 'JPY', revenue: 900, cost: 0 },
    { keys: { campaign: null }, currency: 'USD', revenue: -50, cost: 0 },
  ],
};
const report = leadReportOf(['campaign'], counted, 'UTC');

it('a report has its rows in the order of their keys, those without a key last', () => {
  expect(report.rows.map(({ campaign }) => campaign)).toEqual(['AA', 'BB', null]);
});

it('a row has the share of answered leads that were delivered, and money by currency', () => {
  expect(report.rows[1]).toMatchObject({
    received: 3,
    acceptRate: 0.3333,
    money: [
      { currency: 'JPY', revenue: 900, cost: 0, profit: 900 },
      { currency: 'USD', revenue: 40.5, cost: 10.01, profit: 30.49 },
    ],
  });
  expect(report.rows[0]).toMatchObject({ acceptRate: null, money: [] });
});

it('the totals are the sums of all rows, and never add currencies', () => {
  expect(report.totals).toMatchObject({
    received: 5,
    pending: 2,
    money: [
      { currency: 'JPY', revenue: 900 },
      { currency: 'USD', revenue: 40, cost: 10.01, profit: 29.99 },
    ],
  });
});

const names = { campaigns: { BB: 'Roundup, West' }, clients: {}, offers: {}, suppliers: {} };

describe('the CSV of a report', () => {
  it('has a line per row and currency, with the numbers of leads on the first only', () => {
    expect(reportCsv(['campaign'], report.rows, { names })).toBe(
      [
        'campaign,campaignName,received,qualified,disqualified,duplicate,delivered,rejected,failed,error,pending,returned,acceptRate,currency,revenue,cost,profit',
        'AA,,2,0,0,0,0,0,0,0,2,0,,,,,',
        'BB,"Roundup, West",3,0,0,0,1,1,1,0,0,0,0.3333,JPY,900,0,900',
        'BB,"Roundup, West",,,,,,,,,,,,USD,40.5,10.01,30.49',
        ',,0,0,0,0,0,0,0,0,0,0,,USD,-0.5,0,-0.5',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['=a,"b', '"\'=a,""b"'],
  ])('writes the text %s so that no spreadsheet runs it', (text, written) => {
    const { rows } = leadReportOf(
      ['client'],
      {
        leads: [{ keys: { client: text }, numbers: numbers({ received: 1 }) }],
        money: [],
      },
      'UTC',
    );
    expect(reportCsv(['client'], rows, { names }).split('\r\n')[1]?.startsWith(`${written},,1,`)).toBe(true);
  });

  it('begins with a byte order mark on request', () => {
    expect(reportCsv(['day'], [], { names, bom: true }).startsWith('\uFEFFday,')).toBe(true);
  });
});

it.each([
  ['UTC', '2026-11-01'],
  ['America/New_York', '2026-10-31'],
  ['Asia/Kathmandu', '2026-11-01'],
])('a day is one of the time zone %s', (zone, day) => {
  const at = new Date('2026-11-01T03:45:00Z');
  const { rows } = leadReportOf(
    ['day'],
    { leads: [{ keys: { day: at }, numbers: numbers({ received: 1 }) }], money: [] },
    zone,
  );
  expect(rows.map((row) => row.day)).toEqual([day]);
});

it('the quarters of an hour of one day are one row', () => {
  const at = (time: string) => ({
    keys: { day: new Date(`2026-11-01T${time}Z`) },
    numbers: numbers({ received: 1 }),
  });
  const { rows } = leadReportOf(
    ['day'],
    { leads: [at('03:45:00'), at('04:00:00'), at('23:45:00')], money: [] },
    'UTC',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ day: '2026-11-01', received: 3 });
});

it.each([
  ['2026-03-08', '2026-03-08T05:00:00Z', 23],
  ['2026-11-01', '2026-11-01T04:00:00Z', 25],
])('%s in New York has all its hours, and no other', (day, begins, hours) => {
  const hour = (n: number) => ({
    keys: { day: new Date(Date.parse(begins) + n * 3_600_000) },
    numbers: numbers({ received: 1 }),
  });
  const leads = Array.from({ length: 27 }, (_, n) => hour(n - 1));
  const { rows } = leadReportOf(['day'], { leads, money: [] }, 'America/New_York');
  expect(rows.find((row) => row.day === day)?.received).toBe(hours);
  expect(rows.reduce((sum, { received }) => sum + received, 0)).toBe(27);
});

it('the columns of a CSV add up to the totals', () => {
  const lines = reportCsv(['campaign'], report.rows, { names: { ...names, campaigns: {} } })
    .trim()
    .split('\r\n');
  const [heading = [], ...cells] = lines.map((line) => line.split(','));
  const sumOf = (name: string, currency?: string) =>
    cells
      .filter((line) => currency === undefined || line[heading.indexOf('currency')] === currency)
      .reduce((sum, line) => sum + Number(line[heading.indexOf(name)]), 0);
  for (const name of reportNumbers) expect([name, sumOf(name)]).toEqual([name, report.totals[name]]);
  for (const { currency, revenue, cost, profit } of report.totals.money)
    expect([sumOf('revenue', currency), sumOf('cost', currency), sumOf('profit', currency)]).toEqual([
      revenue,
      cost,
      profit,
    ]);
});

it('a report has no row without any number', () => {
  const entry = (revenue: number) => ({ keys: { campaign: 'AA' }, currency: 'USD', revenue, cost: 0 });
  expect(leadReportOf(['campaign'], { leads: [], money: [entry(40), entry(-40)] }, 'UTC').rows).toEqual([]);
});
