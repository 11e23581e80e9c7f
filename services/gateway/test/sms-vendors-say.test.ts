/** What vendors say beyond texts and statuses: opt-outs of their own, files, and odd calls. */
import { telnyxSignatureHeaders, twilioSignature } from '@sluice/sink';
import { duringTests } from '@sluice/testing';
import { hook, prepareSms, publicUrl, smsCallers, twilioOf } from './sms-callers.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(() => prepareSms(world));

const { twilio, telnyx, aMessage, message, conversation, received, sendingTo } = smsCallers(world);
const telnyxReceived = (payload: object) =>
  telnyx('/hooks/sms/telnyx/alpha', {
    data: { id: 'e', event_type: 'message.received', payload: { to: [], text: '', ...payload } },
  });
const hasOptedOut = (phone: string) => world.alpha.stores.messages.hasOptedOut(phone);

describe('a vendor', () => {
  it('that takes a message for an opt-out opts its number out, and in, whatever the message says', async () => {
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

  it('opts a number out in whichever spelling it or a later message names it', async () => {
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

  it('opts a number out although its call is refused, because its text cannot be stored unchanged', async () => {
    const { leadId, phone } = await aMessage();
    const sign = (form: Record<string, string>) => ({
      'X-Twilio-Signature': twilioSignature(twilioOf.alpha, publicUrl + hook, form),
    });
    const inLatin1 = { MessageSid: 'SM50', From: phone, Body: '\ufffdt\ufffd', OptOutType: 'STOP' };
    const latin1 = `MessageSid=SM50&From=%2B${phone.slice(1)}&Body=\xe9t\xe9&OptOutType=STOP`;
    const body = Buffer.from(latin1, 'latin1');
    const called = await fetch(world.url + hook, { method: 'POST', headers: sign(inLatin1), body });
    expect([called.status, await sendingTo(leadId)]).toEqual([400, 409]);

    const refusedCalls: ((to: string, id: string) => Promise<Response>)[] = [
      (to, id) => received(id, to, 'no\0mas', { OptOutType: 'STOP' }),
      (to, id) => received(id, to, 'STOP\0'),
      (to, id) =>
        telnyxReceived({ id, from: { phone_number: to }, text: '\ud83d', autoresponse_type: 'STOP' }),
      (to, id) => {
        const payload = {
          id,
          to: [{ phone_number: to, status: 'sending_failed' }],
          errors: [{ code: '40300', title: 'Blocked\0' }],
        };
        return telnyx('/hooks/sms/telnyx/alpha', { data: { event_type: 'message.finalized', payload } });
      },
    ];
    for (const [n, call] of refusedCalls.entries()) {
      const other = await aMessage();
      expect((await call(other.phone, `refused-${n}`)).status).toBe(400);
      expect(await sendingTo(other.leadId)).toBe(409);
    }
    // Only the person can opt in again, in a call that can be read.
    await received('SM51', phone, 'START\0');
    expect(await sendingTo(leadId)).toBe(409);
  });

  it('that reports a message as refused for that reason opts the number out, also one that is unknown here', async () => {
    const { leadId, messageId, phone } = await aMessage();
    const failed = { MessageSid: 'SM16', MessageStatus: 'failed', ErrorCode: '21610', To: phone };
    const report = () => twilio(`${hook}?message=${messageId}`, failed);
    expect((await report()).status).toBe(200);
    expect(await sendingTo(leadId)).toBe(409);
    await received('SM17', phone, 'START');
    await report();
    expect(await sendingTo(leadId)).toBe(202);

    const stranger = { phone_number: '+1 (415) 555-9921', status: 'sending_failed' };
    const payload = { id: 'T-9', to: [stranger], errors: [{ code: '40300', title: 'Blocked' }] };
    await telnyx('/hooks/sms/telnyx/alpha', { data: { event_type: 'message.finalized', payload } });
    expect(await hasOptedOut('+14155559921')).toBe(true);
  });
});

describe('an inbound SMS message', () => {
  it('with files only says so in conversation and webhook, which name where the vendor keeps them', async () => {
    const { phone, interactionId } = await aMessage();
    const file = { MediaUrl0: 'https://api.twilio.com/m/1', MediaContentType0: 'image/jpeg' };
    await received('SM36', phone, '', { NumMedia: '1', ...file });
    await received('SM37', phone, 'My car', { NumMedia: '1', ...file });
    await received('SM38', phone, 'STOP', { NumMedia: '1', ...file });
    await telnyxReceived({
      id: 'T-33',
      from: { phone_number: phone },
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

  // A null character or half of a character cannot be stored, and Telnyx sends JSON or nothing.
  const storable = (text: string) => !/\0|\p{Surrogate}/u.test(text);
  const isRead = {
    twilio: (body: string) => storable(String(new URLSearchParams(body).get('From'))),
    telnyx(body: string) {
      try {
        return storable(
          JSON.stringify(JSON.parse(body)).replaceAll('\\u0000', '\0').replaceAll('\\ud800', '\0'),
        );
      } catch {
        return false;
      }
    },
  };

  it.each(odd)(
    'that can be read is answered with 200, so that the vendor does not repeat it: %.60j',
    async (body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      const headers = { 'X-Twilio-Signature': twilioSignature(twilioOf.alpha, publicUrl + hook, form) };
      const byTwilio = await fetch(world.url + hook, { method: 'POST', headers, body });
      const signed = telnyxSignatureHeaders(body, new Date());
      const byTelnyx = await fetch(`${world.url}/hooks/sms/telnyx/alpha`, {
        method: 'POST',
        headers: signed,
        body,
      });
      expect([byTwilio.status, byTelnyx.status]).toEqual([
        isRead.twilio(body) ? 200 : 400,
        isRead.telnyx(body) ? 200 : 400,
      ]);
    },
  );

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
