import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LeadReportRow, SupplierReportRow } from '@sluice/contracts';
import { buyerServices } from '@sluice/local';
import { newKey } from '@sluice/store';
import { demoTenantAtNoon, eventually } from '@sluice/testing';
import { parse } from 'yaml';
import { call, countsAtRest, leadBody, submit, submitAll, type Receipt } from './installation/affiliate.js';
import { startInstallation, type Installation, type TenantFields } from './installation/installation.js';
import { reportedSums, storedSums, tellableSums, toldSums } from './installation/supplier-sums.js';

const LIMIT = 25;
const suppliers = [
  { cost: { mode: 'per_lead', amount: 12, currency: 'USD' }, limits: [{ type: 'daily', cap: LIMIT }] },
  { cost: { mode: 'per_sale', amount: 7.5, currency: 'EUR' } },
  { cost: { mode: 'revenue_share', percent: 33.33 } },
].map((said, n) => ({ supplierId: `sup_${n}`, name: `Supplier ${n}`, ...said }));

let installation: Installation;
beforeAll(async () => {
  const tenant = parse(demoTenantAtNoon()) as TenantFields;
  installation = await startInstallation({
    tenant: { ...tenant, suppliers },
    services: buyerServices,
    apart: buyerServices,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
}, 90_000);
afterAll(() => installation.stop(), 60_000);

const leads = (from: number, count: number) => Array.from({ length: count }, (_, n) => leadBody(from + n));

/** The leads that the buyer took, by their keys. */
function takenOf(receipt: readonly Receipt[]): Set<string> {
  const { sink } = installation;
  const taken = sink.received({ path: '/buyers/acme', limit: 10_000 }).filter(({ status }) => status === 200);
  const keys = new Set(taken.map(({ headers }) => headers['idempotency-key'] ?? ''));
  return new Set(
    receipt.map(({ submissionId }) => `${submissionId}.delivery`).filter((key) => keys.has(key)),
  );
}

describe('no acknowledged lead is lost', () => {
  it('when Redis is emptied while 500 leads are in progress', async () => {
    installation.sink.clear();
    const redis = new Redis(installation.backends.redisUrl);
    const sending = submitAll(installation, leads(0, 500));
    await pause(400);
    await redis.flushall();
    await pause(400);
    await redis.flushall();
    const receipt = await sending;
    await redis.flushall();
    redis.disconnect();
    expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: 500 });
    expect(takenOf(receipt).size).toBe(500);
  }, 150_000);

  it.each(['qualification', 'routing', 'delivery'] as const)(
    'when the %s worker is killed with leads in progress',
    async (service) => {
      installation.sink.clear();
      const from = { qualification: 1_000, routing: 2_000, delivery: 3_000 }[service];
      const sending = submitAll(installation, leads(from, 150));
      await pause(150);
      installation.signal(service, 'SIGKILL');
      await installation.ended(service);
      await installation.restart(service);
      const receipt = await sending;
      expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: 150 });
      expect(takenOf(receipt).size).toBe(150);
    },
    150_000,
  );

  it('when the gateway is killed', async () => {
    const receipt: Receipt[] = [];
    const posting = leads(4_000, 300).map(async (body, n) => {
      await pause(n * 5);
      await submitAll(installation, [body]).then(
        (one) => receipt.push(...one),
        () => undefined,
      );
    });
    await eventually('some leads are accepted', () => receipt.length >= 20);
    installation.signal('gateway', 'SIGKILL');
    await Promise.all(posting);
    await installation.ended('gateway');
    await installation.restart('gateway');
    expect(receipt.length).toBeGreaterThan(0);
    expect(receipt.length).toBeLessThan(300);
    expect(await countsAtRest(installation, receipt, 90_000)).toEqual({ delivered: receipt.length });
  }, 150_000);
});

it('the money of suppliers adds up after a burst in which every process was killed once: leads, ledger, reports, and what they are told', async () => {
  const LEADS = 144;
  const keys = suppliers.map(() => newKey('slk_'));
  for (const [n, key] of keys.entries()) {
    const facts = { tenantId: 'demo', name: 'test', createdAt: new Date(), supplierId: `sup_${n}` };
    await installation.stores.apiKeys.add(key, facts);
  }
  const as = (n: number) => ({ ...installation, apiKey: keys[n] ?? '' });
  const receipts: Receipt[] = [];
  const insist = async (n: number) => {
    const body = leadBody(20_000 + n, { attribution: { subId1: `site-${n % 2}` } });
    for (;;) {
      const headers = { 'Idempotency-Key': `money ${n}` };
      const receipt = await submit(as(n % suppliers.length), body, headers).catch(() => undefined);
      if (receipt) return void receipts.push(receipt);
      await pause(200);
    }
  };
  const sending: Promise<void>[] = [];
  for (const [killed, service] of buyerServices.entries()) {
    const each = LEADS / buyerServices.length;
    const wave = Array.from({ length: each }, (_, n) => insist(killed * each + n));
    sending.push(...wave);
    await Promise.race(wave);
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    await installation.restart(service);
  }
  await Promise.all(sending);
  const { delivered = 0, rejected = 0 } = await countsAtRest(installation, receipts, 90_000);
  expect([delivered + rejected, rejected]).toEqual([receipts.length, receipts.length / 3 - LIMIT]);
  const { data: sold } = await call(
    installation,
    'GET',
    '/leads?status=delivered&supplierIds=sup_1,sup_2&limit=4',
  );
  for (const { leadId } of sold['leads'] as Receipt[]) {
    const made = await call(installation, 'POST', '/returns', { leadId, reason: 'wrong_number' });
    const path = `/returns/${String(made.data['returnId'])}/approve`;
    expect((await call(installation, 'POST', path, {})).data).toMatchObject({ status: 'approved' });
  }

  const mongo = await MongoClient.connect(installation.backends.mongodbUrl);
  try {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const days = `from=${day(-2)}&to=${day(2)}`;
    const supplierIds = suppliers.map(({ supplierId }) => supplierId).join();
    const rowsOf = async (of: Pick<Installation, 'url' | 'apiKey'>, path: string) => {
      const { status, data } = await call(of, 'GET', path);
      expect(status).toBe(200);
      return data['rows'];
    };
    // The sweep may still finish what a killed process left. The promise leaves a report five seconds.
    const sums = await eventually('nothing changes while it is read', async () => {
      const earlier = await storedSums(mongo.db());
      await pause(5_000);
      const later = await storedSums(mongo.db());
      return isDeepStrictEqual(earlier, later) && later;
    });
    const rows = await rowsOf(
      installation,
      `/reports/leads?groupBy=supplier,subId1&supplierIds=${supplierIds}&${days}`,
    );
    expect(reportedSums(rows as readonly LeadReportRow[])).toEqual(
      Object.fromEntries(Object.entries(sums).filter(([name]) => name.startsWith('sup_'))),
    );
    for (const [n, { supplierId }] of suppliers.entries()) {
      const told = await rowsOf(as(n), `/supplier/report?groupBy=subId1&${days}`);
      const expected = tellableSums(supplierId, sums);
      expect(toldSums(supplierId, told as readonly SupplierReportRow[])).toEqual(expected);
      const costs = Object.entries(expected).filter(([name]) => name.includes(' cost '));
      expect(costs.filter(([, minor]) => minor > 0)).toHaveLength(2);
    }
    // 12 dollars for each that its limit let in, and for no other.
    const ofFirst = (column: string) =>
      (sums[`sup_0 site-0 ${column}`] ?? 0) + (sums[`sup_0 site-1 ${column}`] ?? 0);
    expect([ofFirst('qualified'), ofFirst('cost USD')]).toEqual([LIMIT, LIMIT * 1_200]);
    expect(ofFirst('rejected')).toBe(rejected);
    const returned = Object.entries(sums).filter(([name]) => name.endsWith(' returned'));
    expect(returned.reduce((sum, [, count]) => sum + count, 0)).toBe(4);
  } finally {
    await mongo.close();
  }
}, 300_000);
