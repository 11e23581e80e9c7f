/** SMS vendors that call the gateway, and the people and messages that their calls are about. */
import { sinkTelnyxPublicKey, telnyxSignatureHeaders, twilioSignature } from '@sluice/sink';
import { aLead, testSealingKey, type Gateway } from './gateway.js';
import { putItem, putTenant } from '@sluice/testing';

/** The address that vendors were given. */
export const publicUrl = 'http://gateway.example';
/** Each tenant's auth token at Twilio. */
export const twilioOf = { alpha: 'token-of-alpha', beta: 'token-of-beta' };
/** Where Twilio calls for the tenant `alpha`. */
export const hook = '/hooks/sms/twilio/alpha';

/** Gives both tenants credentials, and `alpha` a number and the campaign TWI that sends with it. */
export async function prepareSms(world: Gateway): Promise<void> {
  const { secrets, tenants } = world.stores;
  const sealed = { keys: [testSealingKey], at: new Date() };
  for (const [tenantId, publicKey] of [
    ['alpha', sinkTelnyxPublicKey],
    ['beta', ''],
  ] as const) {
    const twilio = { accountSid: 'AC1', authToken: twilioOf[tenantId] };
    await secrets.setCredentials(tenantId, 'twilio', twilio, sealed);
    await secrets.setCredentials(tenantId, 'telnyx', { apiKey: 'KEY', publicKey }, sealed);
  }
  const settings = { webhooks: { url: 'https://hooks.example/alpha' } };
  await putTenant(tenants, { tenantId: 'alpha', name: 'alpha', settings });
  const number = { phoneNumber: '+14155550100', provider: 'twilio', sms: true } as const;
  await putItem(world.alpha.stores.phoneNumbers, 'pho_1', { phoneNumberId: 'pho_1', ...number });
  const ids = { campaignId: 'TWI', clientId: 'cli_alpha', offerId: 'off_alpha' };
  const body = { ...ids, name: 'Twilio', settings: { integrationOverrides: { sms: 'twilio' } } };
  expect((await world.call('createCampaign', { body })).status).toBe(201);
}

/** The calls of both vendors to `world`, and what they are about. */
export function smsCallers(world: Gateway) {
  /** A call as Twilio makes it, signed for the address that Twilio was given. */
  const twilio = async (
    target: string,
    form: Record<string, string>,
    { token = twilioOf.alpha, signedFor = target }: { token?: string; signedFor?: string } = {},
  ): Promise<Response> =>
    fetch(world.url + target, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': twilioSignature(token, publicUrl + signedFor, form) },
      body: new URLSearchParams(form),
    });

  /** A call as Telnyx makes it. */
  const telnyx = async (target: string, event: unknown, tamper = ''): Promise<Response> => {
    const body = JSON.stringify(event);
    const headers = { 'Content-Type': 'application/json', ...telnyxSignatureHeaders(body, new Date()) };
    return fetch(world.url + target, { method: 'POST', headers, body: body + tamper });
  };

  let people = 0;
  const aPerson = async () => {
    people += 1;
    const phone = `+1415555${String(2000 + people)}`;
    const { data } = await world.call('createLead', { body: aLead({ phone }) });
    return { leadId: data.leadId, phone };
  };
  const aMessage = async () => {
    const { leadId, phone } = await aPerson();
    const sent = await world.call('sendSms', { body: { leadId, message: 'Hello', campaignId: 'TWI' } });
    return { leadId, phone, ...sent.data };
  };
  return {
    twilio,
    telnyx,
    aPerson,
    aMessage,
    message: async (messageId: string) => (await world.alpha.stores.messages.find(messageId))!,
    conversation: async (interactionId: string) =>
      (await world.call('getInteraction', { params: { interactionId } })).data,
    /** Twilio hands a message of this number over. */
    received: (sid: string, phone: string, text: string, more: Record<string, string> = {}) =>
      twilio(hook, { MessageSid: sid, From: phone, To: '+14155550100', Body: text, NumMedia: '0', ...more }),
    /** The status with which another message to the lead is answered. */
    sendingTo: async (leadId: string, to?: string) => {
      const body = { leadId, message: 'Hello again', to };
      return (await world.call('sendSms', { body })).status;
    },
  };
}
