import { leadReportQuerySchema } from './lead-report.js';

const asked = { groupBy: 'day', from: '2026-11-01', to: '2026-11-30' };
const read = (more: object) => leadReportQuerySchema.safeParse({ ...asked, ...more });

it.each(['Asia/Tokyo', 'asia/tokyo', 'ASIA/TOKYO'])('the zone %s is asked for as one', (timezone) => {
  expect(read({ timezone }).data?.timezone).toBe('Asia/Tokyo');
});

it('without a zone none is asked for', () => expect(read({}).data).not.toHaveProperty('timezone'));

it.each<object>([
  { timezone: 'Asia/Nowhere' },
  { timezone: '+09:00' },
  { timezone: ['UTC', 'UTC'] },
  { timeZone: 'Asia/Tokyo' },
  { campaignId: 'RQ' },
  { 'campaignIds[]': 'RQ' },
  { clientId: 'cli_x' },
])('%j is refused', (more) => expect(read(more).success).toBe(false));
