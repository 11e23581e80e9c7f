import type { Core } from '@sluice/pipeline';
import { sinkTelnyxPublicKey, telnyxSignatureHeaders, twilioSignature } from '@sluice/sink';
import { frozenBefore } from '@sluice/testing';
import { takeStatusReport } from '../src/hooks/status-report.js';
import { aLead, startWorld, testSealingKey, type World } from './world.js';

const publicUrl = 'http://gateway.example';
const twilioOf = { alpha: 'token-of-alpha', beta: 'token-of-beta' };

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const { tenants } = world.stores;
  const sealed = { keys: [testSealingKey], at: new Date() };
  for (const [tenantId, publicKey] of [
    ['alpha', sinkTelnyxPublicKey],
    ['beta', ''],
  ] as const) {
    const twilio = { accountSid: 'AC1', authToken: twilioOf[tenantId] };
    await tenants.setCredentials(tenantId, 'twilio', twilio, sealed);
    await tenants.setCredentials(tenantId, 'telnyx', { apiKey: 'KEY', publicKey }, sealed);
  }
  await world.stores.tenants.put({
    tenantId: 'alpha',
    name: 'alpha',
    settings: { webhooks: { url: 'https://hooks.example/alpha' } },
  });
  const { phoneNumbers } = world.alpha.stores;
  const number = {
    phoneNumberId: 'pho_1',
    phoneNumber: '+14155550100',
    provider: 'twilio',
    sms: true,
  } as const;
  await phoneNumbers.put('pho_1', number);
});
afterAll(() => world.close());

/** A call as Twilio makes it, signed for the address that Twilio was given. */
async function twilio(
  target: string,
  form: Record<string, string>,
  { token = twilioOf.alpha, signedFor = target }: { token?: string; signedFor?: string } = {},
): Promise<Response> {
  return fetch(world.url + target, {
    method: 'POST',
    headers: { 'X-Twilio-Signature': twilioSignature(token, publicUrl + signedFor, form) },
    body: new URLSearchParams(form),
  });
}

/** A call as Telnyx makes it. */
async function telnyx(target: string, event: unknown, tamper = ''): Promise<Response> {
  const body = JSON.stringify(event);
  const headers = { 'Content-Type': 'application/json', ...telnyxSignatureHeaders(body, new Date()) };
  return fetch(world.url + target, { method: 'POST', headers, body: body + tamper });
}

const hook = '/hooks/sms/twilio/alpha';
let people = 0;
const aPerson = async () => {
  people += 1;
  const phone = `+1415555${String(2000 + people)}`;
  const { data } = await world.call('createLead', { body: aLead({ phone }) });
  return { leadId: data.leadId, phone };
};
const aMessage = async () => {
  const { leadId, phone } = await aPerson();
  const sent = await world.call('sendSms', {
    body: { leadId, message: 'Hello', campaignId: 'TWI' },
  });
  return { leadId, phone, ...sent.data };
};
const message = async (messageId: string) => (await world.alpha.stores.messages.find(messageId))!;
const conversation = async (interactionId: string) =>
  (await world.call('getInteraction', { params: { interactionId } })).data;
const received = (sid: string, phone: string, text: string, more: Record<string, string> = {}) =>
  twilio(hook, { MessageSid: sid, From: phone, To: '+14155550100', Body: text, NumMedia: '0', ...more });
const telnyxReceived = (payload: object) =>
  telnyx('/hooks/sms/telnyx/alpha', {
    data: { id: 'e', event_type: 'message.received', payload: { to: [], text: '', ...payload } },
  });
const hasOptedOut = (phone: string) => world.alpha.stores.messages.hasOptedOut(phone);
const sendingTo = async (leadId: string, to?: string) => {
  const body = { leadId, message: 'Hello again', ...(to !== undefined && { to }) };
  return (await world.call('sendSms', { body })).status;
};

beforeAll(async () => {
  const body = {
    campaignId: 'TWI',
    name: 'Twilio',
    clientId: 'cli_alpha',
    offerId: 'off_alpha',
    settings: { integrationOverrides: { sms: 'twilio' } },
  };
  expect((await world.call('createCampaign', { body })).status).toBe(201);
});

describe('the authentication of SMS vendor callbacks', () => {
  it.each([
    ['a vendor that there is not', '/hooks/sms/pigeon/alpha'],
    ['a vendor that never calls', '/hooks/sms/console/alpha'],
    ['a tenant that there is not', '/hooks/sms/twilio/nobody'],
    ['a vendor that the tenant does not use', '/hooks/sms/telnyx/beta'],
    ['a word that every object knows', '/hooks/sms/constructor/alpha'],
  ])('answers for %s exactly as for a wrong signature, and no sooner', async (_what, target) => {
    const seen = async (answering: Promise<Response>) => {
      const startedAt = performance.now();
      const { status, headers, ...answer } = await answering.then(async (response) => ({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }));
      const { date: _date, 'x-request-id': _id, ...notified } = headers;
      return { status, notified, ...answer, soon: performance.now() - startedAt < 95 };
    };
    const form = { MessageSid: 'SM1' };
    const wrongSignature = await seen(twilio(hook, form, { token: 'not-the-token' }));
    expect(wrongSignature).toMatchObject({ status: 403, soon: false });
    expect(await seen(twilio(target, form))).toEqual(wrongSignature);
  });

  it('refuses a callback without the tenant’s own signature over this very address', async () => {
    const form = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    expect((await twilio(hook, form)).status).toBe(200);
    expect((await twilio(hook, form, { token: twilioOf.beta })).status).toBe(403);
    expect((await twilio(hook, form, { token: '' })).status).toBe(403);
    expect((await twilio(`${hook}?message=msg_2`, form, { signedFor: hook })).status).toBe(403);
    expect((await fetch(world.url + hook, { method: 'POST', body: new URLSearchParams(form) })).status).toBe(
      403,
    );
  });

  it('refuses a callback whose body is not the signed one', async () => {
    expect((await telnyx('/hooks/sms/telnyx/alpha', { data: {} })).status).toBe(200);
    expect((await telnyx('/hooks/sms/telnyx/alpha', { data: {} }, ' ')).status).toBe(403);
  });

  it('accepts POST only', async () => {
    const answer = await fetch(world.url + hook);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('an SMS status report', () => {
  const report = (messageId: string, sid: string, status: string, more: Record<string, string> = {}) =>
    twilio(`${hook}?message=${messageId}`, { MessageSid: sid, MessageStatus: status, ...more });

  it('advances the status of the message, and never reverts it', async () => {
    const { messageId } = await aMessage();
    for (const [status, expected] of [
      ['sent', 'sent'],
      ['delivered', 'delivered'],
      ['sent', 'delivered'],
      ['undelivered', 'delivered'],
    ] as const) {
      expect((await report(messageId, 'SM10', status)).status).toBe(200);
      expect((await message(messageId)).status).toBe(expected);
    }
    expect((await message(messageId)).providerMessageId).toBe('SM10');
  });

  it('is matched by the vendor’s message id when the address names no message', async () => {
    const { messageId } = await aMessage();
    await report(messageId, 'SM11', 'sent');
    await twilio(hook, { MessageSid: 'SM11', MessageStatus: 'delivered' });
    expect((await message(messageId)).status).toBe('delivered');
  });

  it('of a failure is shown in the conversation until the next message, and gets one webhook', async () => {
    const { leadId, messageId, interactionId } = await aMessage();
    await report(messageId, 'SM12', 'undelivered', { ErrorCode: '30003' });
    await report(messageId, 'SM12', 'undelivered', { ErrorCode: '30003' });
    expect(await message(messageId)).toMatchObject({ status: 'undelivered', errorCode: '30003' });
    expect(await conversation(interactionId)).toMatchObject({ errorCode: '30003' });
    const notified = await world.alpha.stores.effects.find(`${messageId}.sms.failed`);
    expect(notified?.body).toMatchObject({
      message: { type: 'sms.failed', data: { messageId, status: 'undelivered', errorCode: '30003' } },
    });
    await world.call('sendSms', { body: { leadId, message: 'Hello again', campaignId: 'TWI' } });
    expect(await conversation(interactionId)).not.toHaveProperty('errorCode');
  });

  it('of a delivery replaces an earlier report of a failure', async () => {
    const { messageId, interactionId } = await aMessage();
    await report(messageId, 'SM14', 'undelivered', { ErrorCode: '30003' });
    await report(messageId, 'SM14', 'delivered');
    expect((await message(messageId)).status).toBe('delivered');
    expect(await conversation(interactionId)).not.toHaveProperty('errorCode');
  });

  it('of a failure has no effect when the delivery was reported while the failure was written', async () => {
    const { messageId, interactionId } = await aMessage();
    const stores = frozenBefore(world.stores, 'interactions', 'noteOutcome', () =>
      report(messageId, 'SM15', 'delivered'),
    );
    const said = {
      kind: 'status',
      vendorMessageId: 'SM15',
      status: 'undelivered',
      errorCode: '30003',
    } as const;
    await takeStatusReport({ stores } as Core, { tenantId: 'alpha', provider: 'twilio' }, said, messageId);
    expect((await message(messageId)).status).toBe('delivered');
    expect(await conversation(interactionId)).not.toHaveProperty('errorCode');
    expect(await world.alpha.stores.effects.find(`${messageId}.sms.failed`)).toBeUndefined();
  });

  it('has no effect on a message with another vendor id', async () => {
    const { messageId } = await aMessage();
    await report(messageId, 'SM13', 'sent');
    expect((await report(messageId, 'SM99', 'failed')).status).toBe(200);
    expect((await message(messageId)).status).toBe('sent');
  });

  it('that the recipient opted out opts the number out, also for a message that is unknown here', async () => {
    const { leadId, messageId, phone } = await aMessage();
    expect((await report(messageId, 'SM16', 'failed', { ErrorCode: '21610', To: phone })).status).toBe(200);
    expect(await sendingTo(leadId)).toBe(409);
    await received('SM17', phone, 'START');
    await report(messageId, 'SM16', 'failed', { ErrorCode: '21610', To: phone });
    expect(await sendingTo(leadId)).toBe(202);

    const stranger = { phone_number: '+1 (415) 555-9921', status: 'sending_failed' };
    const payload = { id: 'T-9', to: [stranger], errors: [{ code: '40300', title: 'Blocked' }] };
    await telnyx('/hooks/sms/telnyx/alpha', { data: { event_type: 'message.finalized', payload } });
    expect(await hasOptedOut('+14155559921')).toBe(true);
  });

  it('is accepted from Telnyx as well', async () => {
    const { leadId } = await aPerson();
    const at = new Date().toISOString();
    await world.alpha.stores.messages.add({
      ...{ messageId: 'msg_T', leadId, interactionId: 'int_T', direction: 'outbound', provider: 'telnyx' },
      ...{ providerMessageId: 'T-1', to: '+14155552671', message: 'Hi', status: 'sent' },
      ...{ createdAt: at, updatedAt: at },
    });
    const payload = { id: 'T-1', to: [{ phone_number: '+14155552671', status: 'delivered' }] };
    await telnyx('/hooks/sms/telnyx/alpha', { data: { event_type: 'message.finalized', payload } });
    expect((await message('msg_T')).status).toBe('delivered');
  });
});

describe('an inbound SMS message', () => {
  it('is appended once to the conversation of the newest lead with that number, and gets a webhook', async () => {
    const { phone } = await aPerson();
    const newest = await world.call('createLead', { body: aLead({ phone }) });
    expect(await (await received('SM20', phone, 'Who is this?')).text()).toContain('<Response/>');
    await received('SM20', phone, 'Who is this?');
    const { data } = await world.call('listLeadInteractions', { params: { leadId: newest.data.leadId } });
    expect(data.interactions).toHaveLength(1);
    expect(data.interactions[0]).toMatchObject({
      type: 'sms',
      phone,
      sms: { direction: 'inbound' },
      telephony: { provider: 'twilio', phoneNumber: '+14155550100' },
      transcript: [{ role: 'lead', message: 'Who is this?', source: 'inbound' }],
    });
    const messageId = data.interactions[0]?.telephony?.messageId;
    expect((await message(messageId!)).direction).toBe('inbound');
    const notified = await world.alpha.stores.effects.find(`${messageId}.sms.received`);
    expect(notified?.body).toMatchObject({
      message: {
        type: 'sms.received',
        leadId: newest.data.leadId,
        data: { from: phone, message: 'Who is this?' },
      },
    });
  });

  it('continues the conversation that an outbound message began', async () => {
    const { phone, interactionId } = await aMessage();
    await received('SM21', phone, 'Yes please, tell me more');
    expect((await conversation(interactionId)).transcript?.map(({ role }) => role)).toEqual([
      'agent',
      'lead',
    ]);
  });

  it('belongs to the lead whose number it is, however that was typed, and to nobody who withheld a number', async () => {
    const typed = await world.call('createLead', { body: aLead({ phone: '3023125504.0', country: 'DE' }) });
    const withheld = await world.call('createLead', { body: aLead({ phone: '000-000-0000' }) });
    await received('SM61', '+493023125504', 'Hello');
    await received('SM62', '+10000000000', 'Hello');
    const conversationsOf = async (leadId: string) =>
      (await world.call('listLeadInteractions', { params: { leadId } })).data.interactions;
    expect(await conversationsOf(typed.data.leadId)).toHaveLength(1);
    expect(await conversationsOf(withheld.data.leadId)).toEqual([]);
  });

  it('with STOP opts the number out, and with START opts it in again', async () => {
    const { leadId, phone } = await aMessage();
    await received('SM22', phone, ' stop. ');
    const refusal = await world.call('sendSms', { body: { leadId, message: 'Hello again' } });
    expect([refusal.status, refusal.error?.code]).toEqual([409, 'INVALID_STATE']);
    await received('SM23', phone, 'START');
    await received('SM22', phone, ' stop. ');
    expect((await world.call('sendSms', { body: { leadId, message: 'Hello again' } })).status).toBe(202);
  });

  it('that the vendor takes for an opt-out opts the number out, and in, whatever it says', async () => {
    const { leadId, phone } = await aMessage();
    await received('SM30', phone, 'nomas', { OptOutType: 'STOP' });
    expect(await sendingTo(leadId)).toBe(409);
    await received('SM31', phone, 'stop', { OptOutType: 'START' });
    expect(await sendingTo(leadId)).toBe(202);
    await received('SM32', phone, 'START', { OptOutType: 'STOP' });
    expect(await sendingTo(leadId)).toBe(409);
    await received('SM33', phone, 'start', { OptOutType: 'HELP' });
    expect(await sendingTo(leadId)).toBe(409);

    const from = { phone_number: phone };
    await telnyxReceived({ id: 'T-30', from, text: 'dale', autoresponse_type: 'START' });
    expect(await sendingTo(leadId)).toBe(202);
    await telnyxReceived({ id: 'T-31', from, text: 'yes', autoresponse_type: 'STOP' });
    expect(await sendingTo(leadId)).toBe(409);
    const { data } = await world.call('listLeadInteractions', { params: { leadId } });
    const latest = data.interactions[0]?.telephony?.messageId ?? '';
    const notified = await world.alpha.stores.effects.find(`${latest}.sms.received`);
    expect(notified?.body).toMatchObject({ message: { data: { message: 'yes', optOut: true } } });
  });

  it('opts its number out in whichever spelling the vendor or a later message names it', async () => {
    const { leadId, phone } = await aMessage();
    await received('SM34', `whatsapp:${phone}`, 'STOP');
    expect(await sendingTo(leadId)).toBe(409);
    await received('SM35', phone.slice(1), 'START');
    expect(await sendingTo(leadId)).toBe(202);
    await telnyxReceived({ id: 'T-32', from: { phone_number: '+44 (0)7911 123456' }, text: 'Stop!' });
    expect(await sendingTo(leadId, '+447911123456')).toBe(409);
    expect(await sendingTo(leadId, '+4407911123456')).toBe(409);
    const typed = { phone: '07911 123456', country: 'GB' };
    const { data } = await world.call('createLead', { body: aLead(typed) });
    expect(await sendingTo(data.leadId)).toBe(409);
  });

  it('with files only says so in conversation and webhook, which name where the vendor keeps them', async () => {
    const { phone, interactionId } = await aMessage();
    const file = { MediaUrl0: 'https://api.twilio.com/m/1', MediaContentType0: 'image/jpeg' };
    await received('SM36', phone, '', { NumMedia: '1', ...file });
    await received('SM37', phone, 'My car', { NumMedia: '1', ...file });
    await received('SM38', phone, 'STOP', { NumMedia: '1', ...file });
    await telnyxReceived({
      ...{ id: 'T-33', from: { phone_number: phone } },
      media: [
        { url: 'https://media.telnyx.com/1', content_type: 'video/mp4' },
        { content_type: 'image/png' },
      ],
    });
    const jpeg = [{ url: file.MediaUrl0, contentType: 'image/jpeg' }];
    const both = [
      { url: 'https://media.telnyx.com/1', contentType: 'video/mp4' },
      { contentType: 'image/png' },
    ];
    const { transcript, telephony } = await conversation(interactionId);
    expect(transcript?.slice(1).map((said) => [said.message, said.media])).toEqual([
      ['[1 media attachment: image/jpeg]', jpeg],
      ['My car\n[1 media attachment: image/jpeg]', jpeg],
      ['STOP\n[1 media attachment: image/jpeg]', jpeg],
      ['[2 media attachments: video/mp4, image/png]', both],
    ]);
    expect(await hasOptedOut(phone)).toBe(true);
    const latest = telephony?.messageId ?? '';
    expect(await message(latest)).toMatchObject({ media: both });
    const notified = await world.alpha.stores.effects.find(`${latest}.sms.received`);
    const data = { message: '[2 media attachments: video/mp4, image/png]', media: both };
    expect(notified?.body).toMatchObject({ message: { data } });
  });

  it('with STOP opts out a number that belongs to no lead', async () => {
    expect((await received('SM24', '+14155559999', 'STOP')).status).toBe(200);
    expect(await world.alpha.stores.messages.hasOptedOut('+14155559999')).toBe(true);
    expect(await world.beta.stores.messages.hasOptedOut('+14155559999')).toBe(false);
  });
});

describe('a genuine callback with an odd body', () => {
  const odd = [
    ...['', ' ', '&', '=', '%', 'MessageSid', 'MessageSid=SM90&From=%00&Body=%F0%9F', '{}', '\u0000'],
    ...['MessageSid=SM91&From=+1&To=&Body=' + 'x'.repeat(60_000), 'MessageSid=SM92&From=...&Body=STOP'],
    ...['null', '[]', '7', '{"data":null}', '{"data":{"payload":[]}}', '{"data":{"event_type":{}}}'],
    '{"data":{"event_type":"message.received","payload":{"id":"T\\ud800","from":{"phone_number":"\\u0000"},"text":"\\ud800"}}}',
    '{"data":{"event_type":"message.received","payload":{"id":{"$ne":1},"from":{"phone_number":["+1"]}}}}',
    '{"data":{"event_type":"message.finalized","payload":{"id":"T-1","to":[{"status":"__proto__"}],"errors":7}}}',
  ];

  it.each(odd)('is answered with 200, so that the vendor does not repeat it: %.60j', async (body) => {
    const form = Object.fromEntries(new URLSearchParams(body));
    const headers = { 'X-Twilio-Signature': twilioSignature(twilioOf.alpha, publicUrl + hook, form) };
    const byTwilio = await fetch(world.url + hook, { method: 'POST', headers, body });
    const signed = telnyxSignatureHeaders(body, new Date());
    const byTelnyx = await fetch(`${world.url}/hooks/sms/telnyx/alpha`, {
      ...{ method: 'POST', headers: signed, body },
    });
    expect([byTwilio.status, byTelnyx.status]).toEqual([200, 200]);
  });

  it('names a message and a tenant that there cannot be', async () => {
    const form = { MessageSid: 'SM93', MessageStatus: 'sent' };
    for (const query of [
      '?message=',
      '?message=%00',
      '?message[$ne]=x',
      `?message=${'m'.repeat(5_000)}`,
      '?%',
    ]) {
      expect((await twilio(hook + query, form)).status).toBe(200);
    }
    for (const tenant of ['%00', '$ne', 'a'.repeat(5_000)]) {
      expect((await twilio(`/hooks/sms/twilio/${tenant}`, form)).status).toBe(403);
    }
  });
});
