import type { Core } from '@sluice/pipeline';
import { duringTests, frozenBefore } from '@sluice/testing';
import { takeStatusReport } from '../src/hooks/status-report.js';
import { hook, prepareSms, smsCallers, twilioOf } from './sms-callers.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(() => prepareSms(world));

const { twilio, telnyx, aPerson, aMessage, message, conversation, received } = smsCallers(world);

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

  it('is accepted from Telnyx as well', async () => {
    const { leadId } = await aPerson();
    const at = new Date().toISOString();
    await world.alpha.stores.messages.add({
      messageId: 'msg_T',
      leadId,
      interactionId: 'int_T',
      direction: 'outbound',
      provider: 'telnyx',
      providerMessageId: 'T-1',
      to: '+14155552671',
      message: 'Hi',
      status: 'sent',
      createdAt: at,
      updatedAt: at,
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

  it('with STOP opts out a number that belongs to no lead', async () => {
    expect((await received('SM24', '+14155559999', 'STOP')).status).toBe(200);
    expect(await world.alpha.stores.messages.hasOptedOut('+14155559999')).toBe(true);
    expect(await world.beta.stores.messages.hasOptedOut('+14155559999')).toBe(false);
  });
});
