import { brokenAnswers, serveBroken, testPhone, type BrokenServer, eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const names = Object.keys(brokenAnswers);
const codeOf = (name: string) => `W${names.indexOf(name)}`;

/** The receivers of one campaign: each answers with success and breaks its body in the same way. */
interface Receivers {
  readonly buyer: BrokenServer;
  readonly webhook: BrokenServer;
  readonly first: BrokenServer;
}
const receivers = new Map<string, Receivers>();
const vendors = new Map<'facebook' | 'tiktok' | 'twilio', BrokenServer>();

let tenant: TestTenant;
beforeAll(async () => {
  for (const name of names) {
    const [buyer, webhook, first] = await Promise.all([1, 2, 3].map(() => serveBroken(name, 200)));
    receivers.set(name, { buyer: buyer!, webhook: webhook!, first: first! });
  }
  vendors.set('facebook', await serveBroken('a body shorter than its Content-Length', 200));
  vendors.set('tiktok', await serveBroken('a connection that is reset in the middle', 200));
  vendors.set('twilio', await serveBroken('a body that is not gzip although it says so', 201));
  const addressOf = (vendor: 'facebook' | 'tiktok' | 'twilio') => ({ baseUrl: vendors.get(vendor)!.url });
  const services = ['gateway', 'qualification', 'routing', 'delivery', 'webhook', 'pixel', 'sms'] as const;
  const fields = {
    providers: {
      facebook: { accessToken: 'test-token', ...addressOf('facebook') },
      tiktok: { accessToken: 'test-token', ...addressOf('tiktok') },
      twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'test-token', ...addressOf('twilio') },
    },
    phoneNumbers: [{ phoneNumberId: 'one', phoneNumber: '+14155550101', provider: 'twilio', sms: true }],
    deliveryEndpoints: names.map((name) => ({
      deliveryEndpointId: `end_${codeOf(name)}`,
      url: receivers.get(name)!.buyer.url,
      timeoutSeconds: 1,
    })),
    campaigns: [
      ...names.map((name) => ({
        campaignId: codeOf(name),
        deliveryEndpointId: `end_${codeOf(name)}`,
        webhooks: { url: receivers.get(name)!.webhook.url, timeoutSeconds: 1 },
        firstSubmissionAction: {
          enabled: true,
          action: 'webhook',
          webhook: { url: receivers.get(name)!.first.url, timeoutSeconds: 1 },
        },
      })),
      {
        campaignId: 'VENDR',
        settings: { integrationOverrides: { sms: 'twilio' } },
        pixelRules: ['facebook', 'tiktok'].map((platform) => ({
          id: platform,
          platform,
          pixelId: 'PX',
          triggerPoint: 'lead_delivered',
          eventName: 'Lead',
          actionSource: 'system_generated',
          fireOnce: true,
        })),
      },
    ],
  };
  tenant = await startTenant(fields, { services });
}, 120_000);
afterAll(async () => {
  await (tenant as TestTenant | undefined)?.stop();
  const servers = [
    ...vendors.values(),
    ...[...receivers.values()].flatMap((each) => Object.values(each) as BrokenServer[]),
  ];
  await Promise.all(servers.map((server) => server.close()));
}, 60_000);

const effectsOf = async ({ submissionId, leadId }: Receipt) => {
  const { effects } = tenant.stores;
  return [...(await effects.ofSubmission(submissionId)), ...(await effects.onceForLead(leadId))];
};
const allEnded = (receipt: Receipt) =>
  eventually('every effect has ended', async () => {
    const effects = await effectsOf(receipt);
    return effects.length > 0 && effects.every(({ status }) => status !== 'due') && effects;
  });

describe('receivers that answer with success and a broken body', () => {
  it.concurrent.each(names)(
    '%s: buyer, webhook and first-submission webhook have what they were sent, and are called once each',
    async (name) => {
      const receipt = await tenant.submit(codeOf(name));
      expect(await tenant.fate(receipt)).toBe('delivered');
      const effects = await allEnded(receipt);
      expect(new Set(effects.map(({ status }) => status))).toEqual(new Set(['done']));
      expect(effects.filter(({ attempts }) => attempts.length > 1)).toEqual([]);
      const webhooks = effects.filter(({ kind }) => kind === 'webhook');
      expect(webhooks.length).toBeGreaterThan(2);
      const { buyer, webhook, first } = receivers.get(name)!;
      expect([buyer.calls(), first.calls(), webhook.calls()]).toEqual([1, 1, webhooks.length]);
    },
  );
});

describe('vendors that answer with success and a broken body', () => {
  it('have the conversion event, which is sent once', async () => {
    const receipt = await tenant.submit('VENDR', { phone: testPhone(901) });
    expect(await tenant.fate(receipt)).toBe('delivered');
    const pixels = (await allEnded(receipt)).filter(({ kind }) => kind === 'pixel');
    expect(pixels.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['done', 1],
      ['done', 1],
    ]);
    expect([vendors.get('facebook')!.calls(), vendors.get('tiktok')!.calls()]).toEqual([1, 1]);
  });

  it('have the text message, which is sent once and waits for a report', async () => {
    const receipt = await tenant.submit('VENDR', { phone: testPhone(902) });
    await tenant.atRest(receipt);
    const { data } = await tenant.call('POST', '/sms/send', { leadId: receipt.leadId, message: 'Hello' });
    const messageId = String(data['messageId']);
    const effect = await eventually('the message is handed over', async () => {
      const found = await tenant.stores.effects.find(messageId);
      return found?.status !== 'due' && found;
    });
    expect([effect.status, effect.attempts.length]).toEqual(['done', 1]);
    expect(vendors.get('twilio')!.calls()).toBe(1);
    const message = await tenant.stores.messages.find(messageId);
    expect(message?.status).toBe('queued');
    expect(message).not.toHaveProperty('providerMessageId');
  });
});
