import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deliveryEndpointSchema } from '@sluice/contracts';
import { buildRequest, destinationOf } from '@sluice/domain';
import { projectRoot } from '@sluice/local';

const page = readFileSync(join(projectRoot, 'docs', 'sell', 'templates.md'), 'utf8');
const templates = [...page.matchAll(/```liquid\n([^]*?)```/g)].map(([, template = '']) => template);
const text = 'A "B" \\ <i>&amp;</i>\n]]>';
const data = {
  firstName: text,
  lastName: text,
  email: 'ann@example.com',
  phone: '+14155550132',
  dateOfBirth: '1984-05-17',
  address: { city: text, state: 'CA' },
  questionnaire: { injury: text, age: '42', injuries: [text, 'neck'], parts: [text, 'neck'], comment: text },
};

function sentBy(template: string, lead: object): string {
  const endpoint = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'e',
    url: 'https://buyer.example',
    format: 'liquid',
    template,
    ...(template.startsWith('<') && { contentType: 'text/xml' }),
  });
  const campaign = { deliveryEndpointId: 'e' };
  const destination = destinationOf({ campaign, client: undefined, endpoints: [endpoint] });
  if (destination.kind === 'none') throw new Error('no destination');
  const ids = { leadId: 'lead_1', submissionId: 'sub_1', campaignId: 'ACMRU', acceptedAt: new Date(0) };
  const request = buildRequest(destination, { ...ids, data: lead });
  return request.kind === 'request' ? request.body : JSON.stringify(request.trace);
}

describe('the examples of docs/sell/templates.md', () => {
  it('render bodies that contain the lead as it is', () => {
    expect(templates).toHaveLength(3);
    const [values = '', blocks = '', xml = ''] = templates.map((template) => sentBy(template, data));
    expect(JSON.parse(values)).toEqual({
      name: `${text} ${text}`,
      age: '42',
      born: '05/17/1984',
      phone: '14155550132',
      injuries: [text, 'neck'],
      'first injury': text,
      address: data.address,
    });
    expect(JSON.parse(blocks)).toEqual({
      notes: `Injury: ${text}\nState: CA`,
      phone: '+14155550132',
      parts: [text, 'neck'],
    });
    expect(xml).toContain('<part>A &quot;B&quot; \\ &lt;i&gt;&amp;amp;&lt;/i&gt;\n]]&gt;</part>');
  });

  it('render bodies for a lead that has none of the fields', () => {
    const [values = '', blocks = '', xml = ''] = templates.map((template) => sentBy(template, {}));
    expect(JSON.parse(values)).toMatchObject({ name: ' ', age: null, injuries: null });
    expect(JSON.parse(blocks)).toEqual({ notes: 'Injury: \nState: ', parts: [] });
    expect(xml).toContain('<name>, </name>');
  });
});
