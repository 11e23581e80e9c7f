/** A placed lead, from the interface to the mailbox of its client, over every service and real SMTP. */
import { anOffer, eventually } from '@sluice/testing';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const address = 'buyer@acme.example';
const dealer = 'sales@dealer.example';
let tenant: TestTenant;

beforeAll(async () => {
  tenant = await startTenant(
    {
      providers: {
        smtp: {
          host: '127.0.0.1',
          port: '${MAILBOX_PORT}',
          user: 'demo',
          password: '${META_TOKEN}',
          from: 'leads@sluice.example',
        },
      },
      offers: [anOffer({ offerId: 'off_mail' })],
      clients: [
        {
          clientId: 'cli_mail',
          name: 'Mail',
          abbrev: 'MAI',
          settings: {
            notificationEmail: address,
            defaultPostingUrl: '${SINK_URL}/buyers/mail',
            postingMethod: 'http',
          },
        },
        {
          clientId: 'cli_deal',
          name: 'Dealer & Sons',
          abbrev: 'DEA',
          settings: { notificationEmail: dealer, postingMethod: 'email', emailFormat: 'adf' },
        },
      ],
      campaigns: [
        { campaignId: 'MAIL', clientId: 'cli_mail', offerId: 'off_mail', name: 'Mail', active: true },
        { campaignId: 'DEAL', clientId: 'cli_deal', offerId: 'off_mail', name: 'Dealer', active: true },
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'email'] },
  );
}, 120_000);
afterAll(() => tenant?.stop());

it('a client is mailed about its placed lead, once, and not about a test lead', async () => {
  const test = await tenant.submit('MAIL', { isTest: true });
  const receipt = await tenant.submit('MAIL', { firstName: 'Zoë' });
  expect(await tenant.fate(receipt)).toBe('delivered');
  await tenant.atRest(test);
  const mails = () => tenant.received(`/mail/${address}`);
  await eventually('the mail arrives', () => mails().length > 0);
  const [mail, ...others] = mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ status: 250, headers: { subject: 'New lead: Mail', to: address } });
  expect(mail?.body).toContain(receipt.leadId);
  expect(mail?.body).toContain('Zoë');
  expect(mail?.body).not.toContain(test.leadId);
}, 60_000);

it('a lead is delivered by e-mail to a client that asks for it, and no notice of it is sent beside', async () => {
  const receipt = await tenant.submit('DEAL', { firstName: 'Zoë', lastName: 'O’Neil <x>' });
  expect(await tenant.fate(receipt)).toBe('delivered');
  const effect = () => tenant.stores.effects.find(`${receipt.submissionId}.lead.delivered.email`);
  await eventually('the notice is left out', async () => (await effect())?.status === 'skipped');
  expect((await effect())?.reason).toBe('delivered_by_email');
  const [mail, ...others] = tenant.received(`/mail/${dealer}`);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ status: 250, key: `<${receipt.submissionId}.delivery@sluice>` });
  const { text } = JSON.parse(mail?.body ?? '') as { text: string };
  expect(text).toContain('<?adf version="1.0"?>');
  expect(text).toContain('<name part="last">O’Neil &lt;x&gt;</name>');
  expect(text).toContain('<vendorname>Dealer &amp; Sons</vendorname>');
}, 60_000);
