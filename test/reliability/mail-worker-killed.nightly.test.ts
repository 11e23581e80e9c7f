/** A worker that is killed between handing a mail to its server and recording that. */
import { anOffer, eventually } from '@sluice/testing';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const [told, mailed] = ['told@acme.example', 'mailed@acme.example'];
/** A worker takes a mail for 65 s, and an attempt by e-mail has a lease of 35 s. */
const TAKEN_FOR_MS = 120_000;

let tenant: TestTenant;
beforeAll(async () => {
  const common = { active: true, offerId: 'off_mail' };
  tenant = await startTenant(
    {
      providers: { smtp: { host: '127.0.0.1', port: '${MAILBOX_PORT}', from: 'leads@sluice.example' } },
      offers: [anOffer({ offerId: 'off_mail' })],
      clients: [
        {
          clientId: 'cli_told',
          name: 'Told',
          abbrev: 'TOL',
          settings: { notificationEmail: told, defaultPostingUrl: '${SINK_URL}/buyers/told' },
        },
        {
          clientId: 'cli_mailed',
          name: 'Mailed',
          abbrev: 'MAI',
          settings: { notificationEmail: mailed, postingMethod: 'email' },
        },
      ],
      campaigns: [
        { campaignId: 'TOLD', name: 'Told', clientId: 'cli_told', ...common },
        { campaignId: 'MAILD', name: 'Mailed', clientId: 'cli_mailed', ...common },
      ],
    },
    {
      services: ['gateway', 'qualification', 'routing', 'delivery', 'email'],
      apart: ['delivery', 'email'],
    },
  );
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

it.each([
  ['email', 'TOLD', told],
  ['delivery', 'MAILD', mailed],
] as const)(
  'a mail is sent at least once and under one Message-ID when its worker is killed before it knows: %s',
  async (service, campaignId, address) => {
    const path = `/mail/${address}`;
    const mails = () => tenant.received(path);
    // The mailbox has the mail, and takes its time to say so.
    tenant.installation.sink.script({ path, delayMs: 30_000, times: 1 });
    const receipt = await tenant.submit(campaignId);
    await eventually('the mailbox has the mail', () => mails().length === 1, 30_000);
    tenant.installation.signal(service, 'SIGKILL');
    expect(await tenant.installation.ended(service)).toMatchObject({ signal: 'SIGKILL' });
    await tenant.installation.restart(service);
    expect(await tenant.fate(receipt, TAKEN_FOR_MS)).toBe('delivered');
    await eventually('it is sent again', () => mails().length >= 2, TAKEN_FOR_MS);
    expect(new Set(mails().map(({ key }) => key)).size).toBe(1);
    expect(mails().every(({ status }) => status === 250)).toBe(true);
  },
  240_000,
);
