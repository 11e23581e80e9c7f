import type { Webhooks } from '@sluice/contracts';
import { wantsEvent, webhookTarget } from './webhook-target.js';

const tenant = {
  webhooks: { url: 'https://tenant.example/hooks', headers: { T: '1' }, retryAttempts: 2, timeoutSeconds: 3 },
};

describe('webhookTarget', () => {
  it("uses the campaign's own settings", () => {
    const webhooks = {
      url: 'https://own.example',
      headers: { A: 'b' },
      retryAttempts: 0,
      timeoutSeconds: 120,
    };
    expect(webhookTarget({ webhooks }, tenant)).toEqual({
      kind: 'target',
      url: 'https://own.example',
      headers: { A: 'b' },
      retryAttempts: 0,
      timeoutMs: 120_000,
    });
  });

  it('has five retries and a timeout of 15 seconds by default', () => {
    expect(webhookTarget({ webhooks: { url: 'https://own.example' } }, {})).toMatchObject({
      retryAttempts: 5,
      timeoutMs: 15_000,
      headers: {},
    });
  });

  it.each<[Webhooks | undefined]>([
    [undefined],
    [{}],
    [{ enabled: true }],
    [{ url: 'https://own.example', inheritFromTenant: true, headers: { A: 'b' }, retryAttempts: 9 }],
  ])("uses the tenant's settings for the campaign settings %j", (webhooks) => {
    expect(webhookTarget({ webhooks }, tenant)).toEqual({
      kind: 'target',
      url: 'https://tenant.example/hooks',
      headers: { T: '1' },
      retryAttempts: 2,
      timeoutMs: 3_000,
    });
  });

  it("uses the tenant's settings when there is no campaign", () => {
    expect(webhookTarget(undefined, tenant)).toMatchObject({ url: 'https://tenant.example/hooks' });
  });

  it.each<[Webhooks | undefined, Webhooks | undefined, string]>([
    [{ url: 'https://own.example', enabled: false }, tenant.webhooks, 'disabled'],
    [{ enabled: false, inheritFromTenant: true }, tenant.webhooks, 'disabled'],
    [{}, { ...tenant.webhooks, enabled: false }, 'disabled'],
    [{}, undefined, 'no_url'],
    [undefined, {}, 'no_url'],
  ])('yields no receiver for campaign %j and tenant %j', (own, ofTenant, because) => {
    expect(webhookTarget({ webhooks: own }, { webhooks: ofTenant })).toEqual({ kind: 'none', because });
  });

  it("keeps a campaign's own selection of events when it inherits the other settings", () => {
    const events = { 'lead.delivered': true };
    const shared = { webhooks: { ...tenant.webhooks, events: { 'lead.rejected': true } } };
    expect(webhookTarget({ webhooks: { events } }, shared)).toMatchObject({ events });
    expect(webhookTarget({}, shared)).toMatchObject({ events: { 'lead.rejected': true } });
  });
});

describe('wantsEvent', () => {
  it.each([
    [undefined, true],
    [{}, false],
    [{ 'lead.delivered': true }, true],
    [{ 'lead.delivered': false }, false],
    [{ 'lead.created': true }, false],
  ])('with the event map %j answers %s for lead.delivered', (events, expected) => {
    expect(wantsEvent(events === undefined ? {} : { events }, 'lead.delivered')).toBe(expected);
  });
});
