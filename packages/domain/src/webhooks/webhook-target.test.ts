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

  it('tries five times more and waits 15 seconds unless told otherwise', () => {
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
  ])("uses the tenant's for %j", (webhooks) => {
    expect(webhookTarget({ webhooks }, tenant)).toEqual({
      kind: 'target',
      url: 'https://tenant.example/hooks',
      headers: { T: '1' },
      retryAttempts: 2,
      timeoutMs: 3_000,
    });
  });

  it("uses the tenant's when there is no campaign", () => {
    expect(webhookTarget(undefined, tenant)).toMatchObject({ url: 'https://tenant.example/hooks' });
  });

  it.each<[Webhooks | undefined, Webhooks | undefined, string]>([
    [{ url: 'https://own.example', enabled: false }, tenant.webhooks, 'disabled'],
    [{ enabled: false, inheritFromTenant: true }, tenant.webhooks, 'disabled'],
    [{}, { ...tenant.webhooks, enabled: false }, 'disabled'],
    [{}, undefined, 'no_url'],
    [undefined, {}, 'no_url'],
  ])('tells nobody for campaign %j and tenant %j', (own, ofTenant, because) => {
    expect(webhookTarget({ webhooks: own }, { webhooks: ofTenant })).toEqual({ kind: 'none', because });
  });

  it("keeps a campaign's own choice of events when it inherits the rest", () => {
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
  ])('with the map %j says %s to lead.delivered', (events, expected) => {
    expect(wantsEvent(events === undefined ? {} : { events }, 'lead.delivered')).toBe(expected);
  });
});
