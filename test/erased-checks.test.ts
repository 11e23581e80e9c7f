/** The erasure of a lead that passed every check: nothing of what vendors said is left, and it stays suppressed. */
import { everythingIn, eventually, redisAsText, testPhone } from '@sluice/testing';
import { startTenant, type TestTenant } from './installation/tenant.js';

const PHONE = testPhone(81);
/** What the vendors say, and from where. */
const SAID = ['4711002', 'cert-canary-good', 'cert.trustedform.com/masked'];

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: {},
      providers: { trustedform: { apiKey: 'key', baseUrl: '${SINK_URL}/trustedform' } },
      suppressionLists: [{ listId: 'sl_dnc', name: 'Do not call', kind: 'phone', scope: 'tenant' }],
      lookups: [
        {
          ...{ lookupId: 'lk_kept', cacheDays: 30, method: 'POST', url: '${SINK_URL}/lookups/own/lk_kept' },
          ...{ body: '{ "phone": "{{ phone }}" }', map: [{ field: 'score', jsonPath: '$.score' }] },
        },
      ],
      campaigns: [
        {
          campaignId: 'CHECK',
          consent: { trustedForm: { retain: 'at_qualification' } },
          lookups: [{ lookupId: 'lk_kept' }],
          settings: { dedupeEnabled: true, dedupeScope: 'client' },
        },
      ],
    },
    { services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] },
  );
  const body = { score: 4_711_002 };
  tenant.installation.sink.script({ path: '/lookups/own/lk_kept', status: 200, body });
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

const send = (certificate: string) =>
  tenant.submit('CHECK', {
    phone: PHONE,
    compliance: { trustedFormCertUrl: `https://cert.trustedform.com/${certificate}` },
  });

it('leaves nothing of what vendors said in any collection, nor in Redis, and the number is listed as before', async () => {
  const { installation } = tenant;
  const receipt = await send('cert-canary-good');
  expect(await tenant.fate(receipt)).toBe('delivered');
  await tenant.call('POST', '/suppression-lists/sl_dnc/entries', { values: [PHONE] });
  const { mongodbUrl, redisUrl } = installation.backends;
  const stored = async () => JSON.stringify(await everythingIn(mongodbUrl));
  const before = await stored();
  for (const said of SAID) expect(before).toContain(said);
  await installation.sluice(['erase', '--tenant', 'acme', receipt.leadId]);
  const left = `${await stored()} ${await redisAsText(redisUrl)}`;
  for (const said of [...SAID, PHONE.slice(2)]) expect(left).not.toContain(said);
  const { data } = await tenant.call('POST', '/suppression-lists/sl_dnc/entries/check', { value: PHONE });
  expect(data).toEqual({ listed: true });
  // That a list has entries at all is known within seconds.
  await eventually('the person is not sold again', async () => {
    const { reason } = await tenant.atRest(await send('cert-other-good'));
    return reason === 'suppressed';
  });
}, 90_000);
