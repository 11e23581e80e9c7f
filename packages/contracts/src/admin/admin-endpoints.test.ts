import type { z } from 'zod';
import { adminEndpoints, adminStreams } from './admin-endpoints.js';
import {
  isAudited,
  membersFor,
  roleFor,
  type AdminEndpoint,
  type AdminStream,
} from './define-admin-endpoint.js';

const declared: readonly (AdminEndpoint | AdminStream)[] = [...adminEndpoints, ...adminStreams];

describe('the admin API', () => {
  it('has each method of a path once', () => {
    const ways = declared.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ways).size).toBe(ways.length);
  });

  it('has the scope of one tenant for each operation whose path names one, and for no other', () => {
    const named = declared.filter(({ path }) => path.includes('{tenantId}'));
    expect(declared.filter(({ scope }) => ['tenant', 'client', 'supplier'].includes(scope))).toEqual(named);
    expect(named.length).toBeGreaterThan(30);
    expect(declared.length).toBeGreaterThan(named.length + 20);
  });

  it('says of each page of a list whether there is another one', () => {
    const parts = (of: unknown) => Object.keys((of as z.ZodObject | undefined)?.shape ?? {});
    const paged = declared.filter(({ query, body }) => [...parts(query), ...parts(body)].includes('cursor'));
    const lists = paged.filter((endpoint) => !('data' in endpoint && parts(endpoint.data).includes('csv')));
    expect(lists.length).toBeGreaterThan(12);
    for (const endpoint of lists)
      expect([endpoint.operationId, 'data' in endpoint ? parts(endpoint.data) : []]).toEqual([
        endpoint.operationId,
        expect.arrayContaining(['nextCursor', 'hasMore']),
      ]);
  });

  it('lets analysts use nothing that operators who view may not', () => {
    const more = declared.filter(({ role, members }) => role !== 'view' && members.includes('analyst'));
    expect(more).toEqual([]);
  });

  it('gives the role view no operation that changes anything but the own account', () => {
    const changing = declared.filter(
      ({ role, scope, method, changes }) =>
        role === 'view' && scope !== 'self' && method !== 'GET' && changes !== false,
    );
    expect(changing).toEqual([]);
  });
});

const named = (operationId: string) => declared.find((each) => each.operationId === operationId)!;

describe('a call that asks about stored people', () => {
  it.each([
    ['adminWhatIfLead', { campaignId: 'ACMRU', leadId: 'lead_1' }],
    ['adminWhatIfLead', { campaignId: 'ACMRU', leadId: 'lead_1', lead: { firstName: 'Ada' } }],
    ['adminWhatIfRecent', { campaignId: 'ACMRU', change: {} }],
    ['adminSearchLeads', { search: 'ada@example.com' }],
    ['adminSearchLeads', { search: '+1 (650) 555-1212' }],
    ['adminSearchLeads', { search: 'nun' }],
    ['adminSearchLeads', { search: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H ada' }],
    ['adminSearchLeads', { search: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2' }],
  ])('requires the role operate, or owner or manager, and is audited: %s %j', (operationId, body) => {
    const endpoint = named(operationId);
    expect([roleFor(endpoint, body), membersFor(endpoint, body), isAudited(endpoint, body)]).toEqual([
      'operate',
      ['owner', 'manager'],
      true,
    ]);
  });

  it.each([
    ['adminWhatIfLead', { campaignId: 'ACMRU', lead: { firstName: 'Ada' } }],
    ['adminSimulateLead', { campaignId: 'ACMRU', lead: { firstName: 'Ada' } }],
    ['adminSearchLeads', { search: ' lead_01kf3v5n8q2w7y4b6c9d1e0g2h' }],
  ])('is none if it asks about a made-up lead, or names a lead by its id: %s %j', (operationId, body) => {
    expect([roleFor(named(operationId), body), isAudited(named(operationId), body)]).toEqual(['view', false]);
  });
});

describe.each(declared.map((each) => [each.operationId, each] as const))('%s', (_name, endpoint) => {
  it('declares exactly the parameters of its path', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });

  it('refuses a parameter that it does not know', () => {
    const issues = endpoint.query?.safeParse({ 'campaignIds[]': 'ACMRU' }).error?.issues ?? [];
    expect(issues.some(({ code }) => code === 'unrecognized_keys')).toBe(endpoint.query !== undefined);
  });

  it('has examples that its own schemas accept and return whole', () => {
    expect(endpoint.examples.body === undefined).toBe(endpoint.body === undefined);
    if (endpoint.body) expect(endpoint.body.safeParse(endpoint.examples.body).error).toBeUndefined();
    const [schema, example]: [z.ZodType, unknown] =
      'data' in endpoint ? [endpoint.data, endpoint.examples.data] : [endpoint.item, endpoint.examples.item];
    expect(schema.safeParse(example).error).toBeUndefined();
    expect(schema.parse(example)).toEqual(example);
  });
});
