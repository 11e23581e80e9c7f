import { deliveryEndpointSchema, type EmailFormat } from '@sluice/contracts';
import { SaxesParser } from 'saxes';
import { buildRequest, requestFingerprint, type DeliveryRequest } from './build-request.js';
import { destinationOf } from './destination.js';
import type { OutgoingLead } from './lead-body.js';

const hostile = '<b>&"\'\u0000\u2028]]>\r\nBcc: x@evil.example';
const lead: OutgoingLead = {
  leadId: 'lead_1',
  submissionId: 'sub_1',
  campaignId: 'ACMRU',
  acceptedAt: new Date('2026-03-01T12:00:10.250Z'),
  data: {
    firstName: 'Zoë',
    lastName: hostile,
    email: 'zoe@example.com',
    phone: '+16505551212',
    country: 'US',
    address: { street: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' },
    questionnaire: { vehicle_year: 2024, make: 'Ford', hurt: ['neck', 'back'] },
    customFields: { budget: '< 30,000' },
    attribution: { params: { utm_source: 'autoshop' } },
  },
};

function mailed(emailFormat: EmailFormat | undefined, outgoing = lead) {
  const address = 'leads@acme.example';
  const settings = {
    postingMethod: 'email',
    notificationEmail: address,
    emailFormat: emailFormat || undefined,
  };
  const client = { clientId: 'cli_acme', name: 'Acme & Sons', settings };
  const destination = destinationOf({ campaign: {}, client, endpoints: [] });
  if (destination.kind === 'none') throw new Error('no destination');
  const request = buildRequest(destination, outgoing) as DeliveryRequest;
  if (!request.mail) throw new Error('no mail');
  return { request, mail: request.mail };
}

/** The document as paths with their texts and attributes. Throws if it is not well-formed. */
function elementsOf(xml: string): readonly string[] {
  const [path, found]: [string[], string[]] = [[], []];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const part = Object.entries(attributes).map(([key, value]) => `[${key}=${String(value)}]`);
    path.push(`${name}${part.join('')}`);
    text = '';
  });
  parser.on('text', (more) => (text += more));
  parser.on('closetag', () => {
    if (text.trim() !== '' || !found.at(-1)?.startsWith(path.join('/')))
      found.push(`${path.join('/')} ${text.trim()}`);
    path.pop();
    text = '';
  });
  parser.write(xml).close();
  return found.map((line) => line.replace('adf/prospect[status=new]/', ''));
}

describe('a lead that is delivered by e-mail', () => {
  it('has one Message-ID at each buyer, made of the key on the wire', () => {
    expect(mailed('text').mail.messageId).toBe('<sub_1.delivery@sluice>');
    expect(mailed('json').mail.messageId).toBe('<sub_1.delivery@sluice>');
    expect(mailed('text', { ...lead, nth: 3 }).mail.messageId).toBe('<sub_1.delivery.3@sluice>');
  });

  it('is what an endpoint without mapped fields gets, as lines or as JSON', () => {
    const { text } = mailed(undefined).mail;
    expect(text).toContain('firstName: Zoë\n');
    expect(text).toContain('address.city: Reno\n');
    expect(text).toContain('questionnaire.hurt: neck\nquestionnaire.hurt: back\n');
    const { attachment } = mailed('json').mail;
    const endpoint = deliveryEndpointSchema.parse({ deliveryEndpointId: 'e', url: 'https://b.example' });
    const posted = destinationOf({
      campaign: { deliveryEndpointId: 'e' },
      client: undefined,
      endpoints: [endpoint],
    });
    if (posted.kind === 'none') throw new Error('no destination');
    const { body } = buildRequest(posted, lead) as DeliveryRequest;
    expect(attachment).toMatchObject({ filename: 'lead_1.json', contentType: 'application/json' });
    expect(JSON.parse(attachment?.content ?? '')).toEqual(JSON.parse(body));
  });

  it('has nothing of the person in its headers, and no value that looks like another one', () => {
    for (const format of ['text', 'json', 'adf'] as const) {
      const { subject, to, messageId } = mailed(format).mail;
      expect([subject, to, messageId]).toEqual([
        'New lead lead_1',
        'leads@acme.example',
        '<sub_1.delivery@sluice>',
      ]);
    }
    expect(mailed('text').mail.text).not.toMatch(/^Bcc/m);
  });

  it('says that it is a test where it is one', () => {
    const test = { ...lead, isTest: true };
    expect(mailed('text', test).mail).toMatchObject({
      subject: 'Test lead lead_1',
      text: expect.stringContaining('isTest: true') as string,
    });
    expect(mailed('adf', test).mail.text).toContain('This is a test lead.');
  });

  it('is shown with its address, and has a fingerprint that follows its text', () => {
    const { request } = mailed('text');
    expect(request).toMatchObject({
      url: 'mailto:leads@acme.example',
      method: 'SMTP',
      headers: { 'Message-ID': '<sub_1.delivery@sluice>' },
    });
    const other = mailed('text', { ...lead, data: { ...lead.data, firstName: 'Ann' } }).request;
    expect(requestFingerprint(other)).not.toBe(requestFingerprint(request));
    expect(requestFingerprint(mailed('text').request)).toBe(requestFingerprint(request));
  });
});

describe('a lead as ADF/XML', () => {
  it('is a well-formed document with the person, the dealer, the source and the answers', () => {
    const xml = mailed('adf').mail.text;
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<\?adf version="1.0"\?>\n<adf>/);
    const elements = elementsOf(xml);
    expect(elements).toEqual(
      expect.arrayContaining([
        'id[sequence=1][source=Sluice] lead_1',
        'requestdate 2026-03-01T12:00:10+00:00',
        'vehicle[interest=buy]/year 2024',
        'vehicle[interest=buy]/make Ford',
        'customer/contact/name[part=first] Zoë',
        'customer/contact/email zoe@example.com',
        'customer/contact/phone[type=voice] +16505551212',
        'customer/contact/address/street[line=1] 1 Main St',
        'customer/contact/address/regioncode NV',
        'customer/contact/address/postalcode 89501',
        'customer/contact/address/country US',
        'vendor/vendorname Acme & Sons',
        'vendor/contact/name[part=full] Acme & Sons',
        'provider/name[part=full] autoshop',
      ]),
    );
    const last = elements.find((line) => line.startsWith('customer/contact/name[part=last]'));
    expect(last).toContain('<b>&"\'');
    expect(last).toContain('Bcc: x@evil.example');
    const comments = elements.find((line) => line.startsWith('customer/comments'));
    expect(comments).toContain('vehicle_year: 2024');
    expect(comments).toContain('hurt: neck\nhurt: back');
    expect(comments).toContain('budget: < 30,000');
  });

  it('of a lead without a name or an answer still has all that the format requires', () => {
    const elements = elementsOf(mailed('adf', { ...lead, data: {} }).mail.text);
    expect(elements.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'requestdate',
        'vehicle[interest=buy]/year',
        'vehicle[interest=buy]/make',
        'vehicle[interest=buy]/model',
        'customer/contact/name[part=full]',
        'vendor/vendorname',
      ]),
    );
    expect(elements).toContain('provider/name[part=full] Sluice');
  });

  it('may be posted to an endpoint as well, whatever its fields are', () => {
    const endpoint = deliveryEndpointSchema.parse({
      deliveryEndpointId: 'e',
      url: 'https://b.example',
      format: 'adf',
      fields: { first: 'firstName' },
    });
    const client = { clientId: 'cli_acme', name: 'Acme & Sons' };
    const campaign = { deliveryEndpointId: 'e' };
    const destination = destinationOf({ campaign, client, endpoints: [endpoint] });
    if (destination.kind === 'none') throw new Error('no destination');
    expect(buildRequest(destination, lead)).toMatchObject({
      headers: { 'Content-Type': 'application/xml', 'Idempotency-Key': 'sub_1.delivery' },
      body: mailed('adf').mail.text,
    });
  });
});
