import { listClientsQuerySchema } from '../resources/client.js';
import { listFieldsQuerySchema } from '../resources/field-library.js';
import { listLeadsQuerySchema } from '../resources/lead-list.js';
import { listParameters } from './list-query.js';

describe('the parameters of a list', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ 'campaignIds[]': 'A' }, { campaignIds: 'A' }],
    [{ 'campaignIds[0]': 'A', 'campaignIds[1]': 'B' }, { campaignIds: ['A', 'B'] }],
    [{ campaignIds: 'A', 'campaignIds[]': ['B', 'C'] }, { campaignIds: ['A', 'B', 'C'] }],
    [
      { 'limit[]': '5', status: ['new', 'queued'] },
      { limit: '5', status: ['new', 'queued'] },
    ],
    [
      { 'status[$ne]': 'x', 'a[b][]': 'y', '[]': 'z' },
      { 'status[$ne]': 'x', 'a[b][]': 'y', '[]': 'z' },
    ],
  ])('of %j are %j', (sent, plain) => {
    expect(listParameters(sent)).toEqual(plain);
  });
});

describe('list queries', () => {
  // Invalid instants become one later, or one earlier, than every lead.
  const [after, before] = ['9999-12-31T23:59:59.999Z', '1970-01-01T00:00:00.000Z'];
  const noise = [
    undefined,
    '',
    'x',
    '[object Object]',
    ['a', 'b'],
    { $ne: 'x' },
    '\u0000',
    '💥'.repeat(1_000),
    5,
    null,
  ];

  it.each([
    ['leads', listLeadsQuerySchema],
    ['clients', listClientsQuerySchema],
    ['field library', listFieldsQuerySchema],
  ])('of %s accept any parameter value without a failure', (_name, schema) => {
    for (const value of noise) {
      const query = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, value]));
      expect(schema.safeParse({ ...query, 'status[$ne]': 'x', unknown: value }).success).toBe(true);
    }
  });

  it.each([
    [undefined, 50],
    ['', 50],
    ['abc', 50],
    ['10.5', 50],
    ['1e2', 50],
    [['10', '20'], 50],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
    ['0', 1],
    ['-3', 1],
  ])('of leads read limit %j as %d', (sent, limit) => {
    expect(listLeadsQuerySchema.parse({ limit: sent }).limit).toBe(limit);
  });

  it('of clients default to page 1 with 20 items', () => {
    expect(listClientsQuerySchema.parse({})).toEqual({ page: 1, limit: 20 });
    expect(listClientsQuerySchema.parse({ page: '-1', limit: '500' })).toMatchObject({ page: 1, limit: 100 });
    expect(listClientsQuerySchema.parse({ page: '3', active: 'false', search: ' acme ' })).toEqual({
      page: 3,
      limit: 20,
      active: false,
      search: 'acme',
    });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', true],
    [undefined, undefined],
    // null matches nothing
    ['1', null],
    ['maybe', null],
    ['', null],
    [['true', 'false'], null],
  ])('read active %j as %s', (sent, active) => {
    expect(listFieldsQuerySchema.parse({ active: sent }).active).toBe(active);
  });

  it('read an unknown category as one that matches nothing', () => {
    expect(listFieldsQuerySchema.parse({ category: 'Contact' }).category).toBe('contact');
    expect(listFieldsQuerySchema.parse({}).category).toBeUndefined();
    for (const category of ['secret', '', ['contact', 'contact'], { $ne: 'x' }])
      expect(listFieldsQuerySchema.parse({ category }).category).toBeNull();
  });

  it('split identifiers at commas, and read an empty list as one that matches nothing', () => {
    const query = listLeadsQuerySchema.parse({
      campaignIds: 'A, B,,C ',
      clientIds: ',',
      offerIds: ['a', 'b'],
    });
    expect(query.campaignIds).toEqual(['A', 'B', 'C']);
    expect(query.clientIds).toEqual([]);
    expect(query.offerIds).toEqual(['a', 'b']);
    expect(listLeadsQuerySchema.parse({ campaignIds: '' }).campaignIds).toEqual([]);
    expect(listLeadsQuerySchema.parse({}).campaignIds).toBeUndefined();
  });

  it('take every identifier and word of a list, each identifier once, however many they are', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => `c${n}`);
    const query = listLeadsQuerySchema.parse({
      campaignIds: [...ids, ...ids].join(','),
      status: `${'nothing,'.repeat(200)}delivered`,
    });
    expect(query.campaignIds).toEqual(ids);
    expect(query.status).toEqual(['delivered']);
  });

  it.each([
    ['delivered', ['delivered']],
    ['delivered,Pending Action,bogus', ['delivered', 'pending_action']],
    ['DELIVERED', ['delivered']],
    [
      ['delivered', 'new'],
      ['delivered', 'new'],
    ],
    ['bogus', []],
    ['', []],
    [undefined, undefined],
  ])('read status %j as %j', (sent, status) => {
    expect(listLeadsQuerySchema.parse({ status: sent }).status).toEqual(status);
  });

  it.each([
    ['2026-01-15', '2026-01-15T00:00:00.000Z', '2026-01-15T23:59:59.999Z'],
    ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00.000Z', '2026-01-15T10:00:00.000Z'],
    ['2026-01-15T10:00:00+02:00', '2026-01-15T08:00:00.000Z', '2026-01-15T08:00:00.000Z'],
    ['2026-01-15T10:00:00 02:00', '2026-01-15T08:00:00.000Z', '2026-01-15T08:00:00.000Z'],
    ['2026-01-15T10:00:00', '2026-01-15T10:00:00.000Z', '2026-01-15T10:00:00.000Z'],
    ['2026-02-30', after, before],
    ['yesterday', after, before],
    ['', after, before],
    [undefined, undefined, undefined],
  ])('read the day or instant %j as the range from %s to %s', (sent, start, end) => {
    const query = listLeadsQuerySchema.parse({ startDate: sent, endDate: sent });
    expect([query.startDate, query.endDate]).toEqual([start, end]);
  });

  it('accept a cursor that has the form of a leadId', () => {
    const leadId = 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H';
    expect(listLeadsQuerySchema.parse({ cursor: leadId }).cursor).toBe(leadId);
    expect(listLeadsQuerySchema.parse({ cursor: '' }).cursor).toBeUndefined();
    expect(listLeadsQuerySchema.parse({ cursor: 'other/lead_1' }).cursor).toBe('-');
  });

  it('read a search of more than 200 characters as one that matches nothing', () => {
    expect(listLeadsQuerySchema.parse({ search: 'a'.repeat(200) }).search).toBe('a'.repeat(200));
    expect(listLeadsQuerySchema.parse({ search: 'a'.repeat(201) }).search).toBe('\0');
    expect(listLeadsQuerySchema.parse({ search: '   ' }).search).toBeUndefined();
  });
});
