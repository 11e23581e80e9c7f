import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { quantileMs, type FigureDocument, type Stores } from '@sluice/store';
import { createReports } from '../src/index.js';

const world = duringTests(openWorld);
let one: Stores;
let other: Stores;
beforeAll(async () => {
  one = world.stores;
  other = await world.openStores();
});

const shown = () => createReports(one).figures;
const HOUR_MS = 3_600_000;
const anHourAgo = () => new Date(one.clock.now().getTime() - HOUR_MS);

async function flushBoth(): Promise<void> {
  await Promise.all([one, other].map(({ figures }) => figures.flush()));
}

describe('figures of two processes that count at once', () => {
  it('add up, by tenant and for all tenants, in minutes and hours', async () => {
    for (const { figures } of [one, other]) {
      for (let n = 0; n < 20; n += 1) {
        figures.countAccepted('t1');
        figures.countEnd('t1', n < 15 ? 'delivered' : 'rejected');
        figures.countDelivered('t1', 100);
      }
      figures.countAccepted('t2');
    }
    await flushBoth();
    for (const span of ['minute', 'hour'] as const) {
      const sum = async (tenantId?: string) => {
        const found = await shown().leads(span, anHourAgo(), tenantId);
        const total = (of: (figure: (typeof found)[number]) => number | undefined) =>
          found.reduce((all, figure) => all + (of(figure) ?? 0), 0);
        return [
          total((f) => f.accepted),
          total((f) => f.ended['delivered']),
          total((f) => f.ended['rejected']),
        ];
      };
      expect(await sum('t1')).toEqual([40, 30, 10]);
      expect(await sum('t2')).toEqual([2, 0, 0]);
      expect(await sum()).toEqual([42, 30, 10]);
    }
    const [{ times } = { times: {} }] = await shown().leads('hour', anHourAgo(), 't1');
    expect(quantileMs(times, 0.95)).toBeGreaterThan(80);
    expect(quantileMs(times, 0.95)).toBeLessThan(125);
  });

  it('keep the larger of the two counts of waiting leads instead of their sum', async () => {
    const waits = (waiting: number, held: number) => ({
      stages: { delivery: { waiting, oldestMs: waiting * 10 } },
      held,
      overdue: 0,
    });
    await one.figures.noteWaits(waits(7, 3));
    await other.figures.noteWaits(waits(5, 4));
    const noted = await shown().waits('hour', anHourAgo());
    const most = (of: (figure: (typeof noted)[number]) => number | undefined) =>
      Math.max(...noted.map((figure) => of(figure) ?? 0));
    expect(most((figure) => figure.stages['delivery']?.waiting)).toBe(7);
    expect(most((figure) => figure.held)).toBe(4);
  });

  it('of one tenant exclude those of a tenant whose name starts the same', async () => {
    expect(await shown().leads('hour', anHourAgo(), 't')).toEqual([]);
  });

  it('are dropped when they expire, minutes within two days and hours within five weeks', async () => {
    const figures = world.db.collection<FigureDocument>('figures');
    const kept = await figures.find().toArray();
    expect(kept.length).toBeGreaterThan(6);
    for (const { _id, at, expiresAt } of kept) {
      const days = (expiresAt.getTime() - at.getTime()) / (24 * HOUR_MS);
      expect(days).toBeLessThan(_id.includes('.minute.') ? 2 : 36);
    }
    await figures.updateMany({}, { $set: { expiresAt: new Date(0) } });
    await one.due.dropExpired();
    expect(await figures.countDocuments()).toBe(0);
  });
});
