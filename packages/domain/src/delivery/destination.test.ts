import { deliveryEndpointSchema } from '@sluice/contracts';
import { explainTrace } from '../explain/explain-trace.js';
import { destinationOf } from './destination.js';

const endpoint = deliveryEndpointSchema.parse({
  deliveryEndpointId: 'end_1',
  url: 'https://buyer.example/leads?token=s3cret',
  format: 'form',
  headers: { 'X-Key': 'k' },
  fields: { first_name: 'firstName' },
  timeoutSeconds: 20,
  onAmbiguous: 'hold',
});
const client = {
  clientId: 'cli_acme',
  settings: { defaultPostingUrl: 'https://client.example/in?a=1', postingMethod: 'http' },
};

describe('destinationOf', () => {
  it("prefers the campaign's endpoint", () => {
    expect(
      destinationOf({ campaign: { deliveryEndpointId: 'end_1' }, client, endpoints: [endpoint] }),
    ).toMatchObject({
      kind: 'http',
      key: 'end_1',
      url: endpoint.url,
      method: 'POST',
      format: 'form',
      timeoutMs: 20_000,
      onAmbiguous: 'hold',
      onUnreadable: 'rules',
      trace: [{ at: 'end_1', verdict: 'chosen' }],
    });
  });

  it("uses the client's posting URL when the campaign has no endpoint", () => {
    expect(destinationOf({ campaign: {}, client, endpoints: [endpoint] })).toMatchObject({
      kind: 'http',
      key: 'https://client.example/in',
      url: 'https://client.example/in?a=1',
      method: 'POST',
      format: 'json',
      timeoutMs: 10_000,
      onAmbiguous: 'retry',
      responseRules: [],
    });
  });

  it('skips an endpoint that does not exist, and the trace says so', () => {
    const destination = destinationOf({
      campaign: { deliveryEndpointId: 'end_2' },
      client,
      endpoints: [endpoint],
    });
    expect(destination).toMatchObject({ kind: 'http', url: client.settings.defaultPostingUrl });
    expect(destination.trace[0]).toMatchObject({
      at: 'end_2',
      verdict: 'passed_over',
      because: 'unknown_endpoint',
    });
  });

  it.each([undefined, { clientId: 'cli_a' }, { clientId: 'cli_a', settings: {} }])(
    'finds no destination for client %j',
    (nobody) => {
      expect(destinationOf({ campaign: {}, client: nobody, endpoints: [] })).toMatchObject({
        kind: 'none',
        reason: 'no_destination',
      });
    },
  );

  describe('of a client that takes leads by e-mail', () => {
    const mailed = (settings: object) => ({
      clientId: 'cli_acme',
      name: 'Acme Motors',
      settings: { ...client.settings, postingMethod: 'email', ...settings },
    });

    it.each([
      [{ emailFormat: 'adf' }, 'adf'],
      [{}, 'text'],
      [{ emailFormat: 'morse' }, 'text'],
    ])('is its mailbox, in its format %j', (settings, format) => {
      const address = 'leads@acme.example';
      const to = mailed({ notificationEmail: address, ...settings });
      expect(destinationOf({ campaign: {}, client: to, endpoints: [endpoint] })).toMatchObject({
        kind: 'email',
        key: `mailto:${address}`,
        label: 'client cli_acme',
        url: `mailto:${address}`,
        address,
        buyer: 'Acme Motors',
        format,
        onAmbiguous: 'retry',
        retries: 5,
      });
    });

    it('is nowhere without an address, and the trace says so', () => {
      const found = destinationOf({ campaign: {}, client: mailed({}), endpoints: [] });
      expect(found).toMatchObject({
        kind: 'none',
        reason: 'no_destination',
        trace: [{ verdict: 'passed_over', because: 'no_notification_email' }],
      });
      expect(explainTrace(found.trace, { zone: 'UTC', reveal: false })).toMatchObject([
        { text: 'Delivery by e-mail: its client takes leads by e-mail and has no notificationEmail.' },
      ]);
    });

    it('is its endpoint if the campaign names one, and the URL of a repost', () => {
      const to = mailed({ notificationEmail: 'leads@acme.example' });
      const campaign = { deliveryEndpointId: 'end_1' };
      expect(destinationOf({ campaign, client: to, endpoints: [endpoint] })).toMatchObject({
        kind: 'http',
        key: 'end_1',
      });
      const deliveryInfo = { url: 'https://else.example/x' };
      expect(destinationOf({ campaign: {}, client: to, endpoints: [], deliveryInfo })).toMatchObject({
        kind: 'http',
        url: 'https://else.example/x',
        headers: {},
      });
    });
  });

  it('lets a repost override URL, method, headers and body, and keeps the response rules', () => {
    const deliveryInfo = {
      url: 'https://else.example/x',
      method: 'put',
      headers: { A: 'b' },
      body: { any: 1 },
    };
    const overridden = destinationOf({
      campaign: { deliveryEndpointId: 'end_1' },
      client,
      endpoints: [endpoint],
      deliveryInfo,
    });
    expect(overridden).toMatchObject({
      key: 'https://else.example/x',
      url: 'https://else.example/x',
      method: 'PUT',
      format: 'form',
      headers: { A: 'b' },
      dictatedBody: { content: { any: 1 } },
      onAmbiguous: 'hold',
    });
    expect(overridden).toHaveProperty('headers', { A: 'b' });
  });

  it("keeps the endpoint's headers only on an override of the same origin", () => {
    const headersAt = (url: string) => {
      const found = destinationOf({
        campaign: { deliveryEndpointId: 'end_1' },
        client,
        endpoints: [endpoint],
        deliveryInfo: { url },
      });
      return found.kind === 'http' ? found.headers : undefined;
    };
    expect(headersAt('https://buyer.example/again')).toEqual({ 'X-Key': 'k' });
    expect(headersAt('https://buyer.example.evil.example/leads')).toEqual({});
  });

  it('lets a repost set a destination where none is configured', () => {
    const found = destinationOf({
      campaign: {},
      client: undefined,
      endpoints: [],
      deliveryInfo: { url: 'https://x.example' },
    });
    expect(found).toMatchObject({
      kind: 'http',
      url: 'https://x.example',
      method: 'POST',
      format: 'json',
    });
  });
});
