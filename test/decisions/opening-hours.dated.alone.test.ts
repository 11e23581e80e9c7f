import { setTimeout as pause } from 'node:timers/promises';
import { zoneAtNoon, eventually } from '@sluice/testing';
import { buyerServices } from '@sluice/local';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

/**
 * Delivery hours that begin with the next minute, or the one after it if that is too soon. They are in a time zone
 * where it is noon, so that neither they nor the day of a cap end during the test.
 */
function opensSoon() {
  const opens = new Date(Math.ceil((Date.now() + 8_000) / 60_000) * 60_000);
  const timezone = zoneAtNoon(opens);
  const day = opens.toLocaleDateString('en-US', { weekday: 'long', timeZone: timezone });
  const startTime = opens.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: timezone });
  const specificDays = [{ active: true, day, startTime, endTime: '24:00' }];
  return { opens, deliverySchedule: { timezone, action: 'queue', specificDays } };
}

// One second, plus some time for a machine that is busy with other tests.
const RELEASED_WITHIN_MS = 3_000;
// A new lead may overtake a held one for some seconds, but no longer.
const MAY_OVERTAKE_MS = 5_000;

let tenant: TestTenant;
let soon: ReturnType<typeof opensSoon>;
let early: readonly Receipt[];
let late: Promise<readonly Receipt[]>;
beforeAll(async () => {
  tenant = await startTenant({}, { services: buyerServices });
  soon = opensSoon();
  const { opens, deliverySchedule } = soon;
  const deliveryLimits = [{ cap: 3, type: 'daily' }];
  await tenant.campaign({ campaignId: 'SOON', deliverySchedule, deliveryLimits });
  const receipt: Receipt[] = [];
  // One after another, so that one of them is the oldest; the cap is three of the five.
  for (let n = 0; n < 5; n += 1) receipt.push(await tenant.submit('SOON'));
  early = receipt;
  late = pause(opens.getTime() + MAY_OVERTAKE_MS - Date.now()).then(() =>
    Promise.all(Array.from({ length: 6 }, () => tenant.submit('SOON'))),
  );
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const statuses = (receipt: readonly Receipt[]) => Promise.all(receipt.map((one) => tenant.fate(one)));

describe('opening delivery hours', () => {
  it('release held leads at that instant and no sooner, the oldest first, up to the cap', async () => {
    expect(
      (await statuses(early)).every((status) => status === 'queued') || Date.now() >= soon.opens.getTime(),
    ).toBe(true);
    await eventually(
      'three are placed',
      async () => (await statuses(early)).filter((status) => status === 'delivered').length === 3,
      90_000,
    );
    expect(await statuses(early)).toEqual(['delivered', 'delivered', 'delivered', 'queued', 'queued']);
    for (const receipt of early.slice(0, 3)) {
      // The time at which the slot was taken, because the buyer's own time does not matter here.
      const routed = (await tenant.decisions(receipt)).find(({ decision }) => decision.kind === 'routed');
      const lateMs = routed!.decidedAt.getTime() - soon.opens.getTime();
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThan(RELEASED_WITHIN_MS);
    }
    // Postponed to tomorrow's window without another decision.
    expect((await tenant.decisions(early[4]!)).map(({ decision }) => decision.kind)).toEqual([
      'qualified',
      'held',
    ]);
  }, 100_000);

  it('give no slot to leads that arrive some seconds later while older ones wait', async () => {
    expect(await statuses(await late)).toEqual(Array.from({ length: 6 }, () => 'queued'));
  }, 100_000);
});
