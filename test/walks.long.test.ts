/** The walks of README.md and of docs/try, command by command as they are written; docs/try/affiliate.md has a test of its own. */
import { eventually } from '@sluice/testing';
import { startInstallation, type Installation } from './installation/installation.js';
import { walk } from './installation/walk.js';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
}, 120_000);
afterAll(() => installation.stop(), 60_000);

const statusOf = (answer = '') =>
  (JSON.parse(answer) as { readonly data: { readonly status: string } }).data.status;

it('ten minutes lead to a campaign of one’s own that refuses, is refused and sells, and to its report', async () => {
  const [planned, applied, texas, unwanted, sold, why, received, report] = await walk(
    installation,
    'docs/try/index.md',
  );
  expect(planned).toContain('BIRRU');
  expect(applied).toContain('BIRRU');
  expect([texas, unwanted, sold].map(statusOf)).toEqual(['disqualified', 'rejected', 'delivered']);
  expect(why).toMatch(/No leads from Texas[^]*delivered/);
  expect(received).toContain('cara.stone@example.com');
  expect(received).not.toContain('tess.moore@example.com');
  expect(report).toMatch(/^.*RECEIVED.*\n.*BIRRU +3 /m);
  expect(report).toContain('40');
}, 240_000);

it('the README’s first lead is delivered, and its second is sold to the buyer behind the one that refuses', async () => {
  const [, leads, received, why] = await walk(installation, 'README.md', { section: 'The first lead' });
  expect(leads).toMatch(/"campaignId":"ACMRU".*"status":"delivered"/);
  expect(received).toContain('ada.meyer@example.com');
  expect(why).toContain('ACMRU');
  const [, asked, ledger] = await walk(installation, 'README.md', { section: 'The second buyer' });
  expect(asked).toMatch(/CEDRU[^]*ACMRU/);
  expect(JSON.parse(ledger ?? '')).toMatchObject({
    data: { entries: [{ type: 'sale', amount: 45, currency: 'USD', placedCampaignId: 'ACMRU' }] },
  });
}, 240_000);

it('a retainer is signed, and the release is sent after it', async () => {
  const sent = () => installation.sink.received({ path: '/docuseal/submissions' });
  const [, first, , why] = await walk(installation, 'docs/try/sign-a-document.md', {
    before: (printed) =>
      eventually(
        `documents are sent (${printed.length})`,
        () => sent().length >= Math.min(printed.length, 1),
      ),
  });
  expect(first).toMatch(/file_\w+/);
  await eventually('the release is sent', () => sent().length === 2, 60_000);
  expect(why).toContain('signed');
}, 180_000);
