/** Suppliers whose tenant's time zone changes: what they sent is known from the first decisions about it. */
import { countName, supplierSlotName } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { recount } from '../src/counts/recount.js';
import { changedZone, summedAround, tokyo, type Around, type Range } from './changed-zone.js';
import { asks, at, namesIn, openCounts, starts } from './counts.js';

const world = duringTests(() => openCounts({ bounds: { knownEverywhereMs: 0 } }));
const day = (date: number, time = '05:00') =>
  new Date(`2026-11-${String(date).padStart(2, '0')}T${time}:00Z`);
const everRunning = {
  hourly: new Date(0),
  daily: new Date(0),
  weekly: new Date(0),
  monthly: new Date(0),
};

/** A lead of the supplier, whose name is opened at `openedAt`. */
interface Sent {
  readonly submissionId: string;
  readonly openedAt: Date;
  readonly decidedAt: Date;
}

let leads = 0;
const supplied = (supplierId: string) => {
  const request = asks({ supplierId }, {}, { starts: everRunning });
  const slot = (submissionId: string, opening = 'own') => ({ name: supplierSlotName(submissionId), opening });
  const takenOut = ({ submissionId, decidedAt }: Sent) =>
    world.counts().takenOut(slot(submissionId), [countName({ supplierId })], { at: decidedAt });
  const conclude = (sent: Sent, isCounted: boolean) =>
    world.of().conclusions.conclude(
      { submissionId: sent.submissionId, leadId: `lead_of_${sent.submissionId}`, supplierId },
      {
        recorded: {
          stage: 'qualification',
          generation: 0,
          decision: { kind: 'qualified', opening: 'own', trace: [] },
          decidedAt: sent.decidedAt,
        },
        guard: { names: world.counts().wanted(slot(sent.submissionId), sent.openedAt, [request]) },
      },
      isCounted ? { counts: takenOut(sent) } : {},
    );
  const aLead = (decidedAt: Date, openedAt = decidedAt): Sent => ({
    submissionId: `sub_${supplierId}_${(leads += 1)}`,
    openedAt,
    decidedAt,
  });
  return {
    /** Leads that are decided and counted. */
    async sent(...decidedAt: readonly Date[]): Promise<void> {
      for (const when of decidedAt) await conclude(aLead(when), true);
    },
    /** A lead whose worker died, or is, between its decision and its count. */
    async decided(decidedAt: Date, openedAt: Date): Promise<Sent> {
      const sent = aLead(decidedAt, openedAt);
      await conclude(sent, false);
      return sent;
    },
    count: (sent: Sent) => world.of().conclusions.close(sent.submissionId, { counts: takenOut(sent) }),
    /** The opening of a worker that died before it decided. */
    async lost({ submissionId, openedAt }: Sent): Promise<void> {
      const open = { opening: 'lost', at: openedAt, names: [supplierSlotName(submissionId)] };
      await world.documents.updateOne({ _id: `demo/${countName({ supplierId })}` }, { $push: { open } });
    },
    /** Counts again for Tokyo, four leads a step; its sums are surrounded. */
    recounted: (around: Around) =>
      recount(
        {
          ...world.recounted,
          decisions: summedAround(world.recounted.decisions, 'decidedAt', around),
        },
        changedZone(world).inTokyo('', { supplierId }),
        0,
        4,
      ),
    stored: () => world.stored({ supplierId }),
    leaseEnds: () =>
      world.documents.updateOne(
        { _id: `demo/${countName({ supplierId })}` },
        { $set: { 'recount.until': new Date(0) } },
      ),
  };
};

const ofDays = [2, 3, 4, 5, 16].flatMap((date) => ['05:00', '06:00', '07:00'].map((time) => day(date, time)));

it('is counted anew in bounded steps, each once, also by another process where one died', async () => {
  const north = supplied('sup_north');
  await north.sent(...ofDays, day(17, '20:00'), at);
  await supplied('sup_other').sent(day(3), at);
  const ranges: Range[] = [];
  const diesIn = (step: number): Around => {
    const until = ranges.length + step;
    return (sum, range) => {
      if (ranges.length + 1 >= until) throw new Error('died');
      ranges.push(range);
      return sum();
    };
  };
  await expect(north.recounted(diesIn(3))).rejects.toThrow('died');
  expect(await north.stored()).toMatchObject({
    zone: 'UTC',
    recount: { progress: { next: day(4, '00:00') } },
  });
  await north.leaseEnds();
  await north.recounted(diesIn(Infinity));
  expect(ranges.map(({ $gte }) => $gte)).toEqual([
    tokyo.starts.monthly,
    day(3, '00:00'),
    day(4, '00:00'),
    day(5, '00:00'),
    day(16, '00:00'),
    day(18, '00:00'),
  ]);
  expect(await north.stored()).toMatchObject({
    zone: 'Asia/Tokyo',
    hourly: { start: starts.hourly, placed: 1 },
    daily: { start: tokyo.starts.daily, placed: 2 },
    weekly: { placed: 5 },
    monthly: { placed: 17, money: {} },
    lifetime: { placed: 17 },
    open: [],
  });
});

it('counts a lead once that is decided and not counted yet, whenever its worker counts it', async () => {
  const south = supplied('sup_south');
  await south.sent(...ofDays);
  // Its name was opened on the day before its decision.
  const before = await south.decided(day(4, '00:01'), day(3, '23:59'));
  const meanwhile = await south.decided(day(3, '08:00'), day(3, '08:00'));
  const after = await south.decided(at, at);
  let steps = 0;
  await south.recounted(async (sum, range) => {
    steps += 1;
    if (steps === 1) await south.count(before);
    if (range.$gte >= day(4, '00:00')) await south.count(meanwhile);
    return sum();
  });
  expect(steps).toBeGreaterThan(3);
  const stored = await south.stored();
  expect(stored).toMatchObject({ zone: 'Asia/Tokyo', daily: { placed: 0 }, monthly: { placed: 17 } });
  expect(namesIn(stored)).toEqual([supplierSlotName(after.submissionId)]);
  await south.count(after);
  await south.count(before);
  expect(await south.stored()).toMatchObject({
    daily: { placed: 1 },
    monthly: { placed: 18 },
    lifetime: { placed: 18 },
    open: [],
  });
});

it('counts a lead that was counted before although the name of a worker that died is still open', async () => {
  const east = supplied('sup_east');
  await east.sent(...ofDays);
  const counted = await east.decided(at, at);
  await east.count(counted);
  await east.lost(counted);
  // Carried out, so that the count knows it no longer.
  await world.documents.updateOne({ _id: 'demo/supplier.sup_east' }, { $set: { taken: [] } });
  await east.recounted((sum) => sum());
  expect(await east.stored()).toMatchObject({
    zone: 'Asia/Tokyo',
    daily: { placed: 1 },
    monthly: { placed: 16 },
  });
});
