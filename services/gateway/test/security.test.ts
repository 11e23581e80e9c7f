import { endpoints } from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const unauthorized = { success: false, error: { code: 'UNAUTHORIZED', message: 'Authentication required' } };
const somewhere = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');

describe('API keys', () => {
  it('are checked before anything else, on every path of the interface, with one and the same answer', async () => {
    const keys = [
      null,
      '',
      'wrong',
      world.alpha.key.toUpperCase(),
      `${world.alpha.key}x`,
      newKey('slk_'),
      newKey('sla_'),
      'x'.repeat(300),
      'x'.repeat(10_000),
    ];
    const asks = [
      ...endpoints.map(({ method, path }) => [method, somewhere(path)] as const),
      ['DELETE', '/api/v1/leads'] as const,
    ];
    for (const [method, path] of asks) {
      const raw = method === 'GET' || method === 'DELETE' ? {} : { raw: '{broken' };
      for (const key of keys) {
        const { status, text } = await world.request(method, path, { key, ...raw });
        expect({ method, path, status, body: JSON.parse(text) as unknown }).toEqual({
          method,
          path,
          status: 401,
          body: unauthorized,
        });
      }
    }
  });

  it('that exceed the header size are refused with the same answer', async () => {
    const { status, text } = await fetch(`${world.url}/api/v1/leads`, {
      headers: { 'X-API-Key': 'x'.repeat(100_000) },
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    expect([status, JSON.parse(text)]).toEqual([401, unauthorized]);
  });

  it('stop working within five seconds of being revoked', async () => {
    const key = newKey('slk_');
    await world.stores.apiKeys.add(key, { tenantId: 'alpha', name: 'old', createdAt: new Date() });
    expect((await world.call('listClients', { key })).status).toBe(200);
    await world.stores.apiKeys.revoke('alpha', key.slice(0, 8), new Date());
    const revokedAt = Date.now();
    while ((await world.call('listClients', { key })).status === 200) {
      expect(Date.now() - revokedAt).toBeLessThan(5_000);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('stop working when they expire', async () => {
    const key = newKey('slk_');
    const expiresAt = new Date(Date.now() - 1);
    await world.stores.apiKeys.add(key, { tenantId: 'alpha', name: 'old', createdAt: new Date(), expiresAt });
    expect((await world.call('listClients', { key })).status).toBe(401);
  });
});

describe('hostile bodies', () => {
  it.each([
    '{"campaignId":"ACMRU","customFields":{"__proto__":{"isAdmin":true}}}',
    '{"campaignId":"ACMRU","a":{"b":[{"constructor":1}]}}',
    '{"campaignId":"ACMRU","questionnaire":{"prototype":1}}',
    '{"campaignId":"ACMRU","customFields":{"$where":"1"}}',
    '{"campaignId":{"$gt":""}}',
    '{"campaignId":"ACMRU","customFields":{"a\\u0000b":1}}',
    `{"campaignId":"ACMRU","customFields":${'{"a":'.repeat(25)}1${'}'.repeat(25)}}`,
    `{"campaignId":"ACMRU","customFields":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`,
  ])('are refused and change nothing: %.60s', async (raw) => {
    const { status, error } = await world.request('POST', '/api/v1/leads/submit', { raw });
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error?.details?.length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    expect((await world.call('listLeads')).data.leads).toEqual([]);
  });

  it('with many problems are answered with at most a hundred lines', async () => {
    const leadIds = Array.from({ length: 900 }, () => 7);
    const { error } = await world.call('bulkUpdateLeads', { body: { leadIds, updates: { status: 'new' } } });
    expect(error?.details?.length).toBeLessThanOrEqual(101);
  });

  it('with expensive patterns never delay other requests', async () => {
    const condition = { field: 'a', operator: 'matches', value: ['^(a+)+$'] };
    const group = { logicalOperator: 'AND', subRules: [{ logicalOperator: 'AND', conditions: [condition] }] };
    const body = {
      campaignId: 'EVIL',
      name: 'x',
      clientId: 'cli_alpha',
      offerId: 'off_alpha',
      disqualificationConditionals: [group],
    };
    expect([201, 400]).toContain((await world.call('createCampaign', { body })).status);
    const startedAt = Date.now();
    await world.call('listLeads', { query: { search: `${'a'.repeat(190)}!` } });
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('lone surrogates, emoji and every script', () => {
  it('are stored and returned unchanged', async () => {
    const firstName = '李 Zoë 👩‍🚀 عَلِي';
    const { data } = await world.call('submitLead', { body: aLead({ firstName }) });
    const { data: page } = await world.call('listLeads', { query: { search: 'zoë' } });
    expect(page.leads).toMatchObject([{ leadId: data.leadId, firstName }]);
  });
});
