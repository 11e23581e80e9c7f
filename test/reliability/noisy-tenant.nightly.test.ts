import { statusesOf } from '@sluice/testing';
import { countsAtRest, leadBody, submitAll } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';
import { deliveryTimes, quantiles, withNeighbour } from './neighbours.js';

const WARM_UP = 2_000;
const BURST = 20_000;

let noisy: Installation;
let neighbour: Installation;
beforeAll(async () => {
  noisy = await startInstallation({ apart: leadServices });
  neighbour = await withNeighbour(noisy);
}, 90_000);
afterAll(() => noisy.stop(), 60_000);

const post = (from: number, count: number) =>
  submitAll(
    noisy,
    Array.from({ length: count }, (_, n) => leadBody(from + n)),
  );

it("a burst of 20,000 leads keeps another tenant's delivery times within twice the idle ones or 500 ms, the larger", async () => {
  // Warm up: an installation in use has its code compiled and its connections open.
  await countsAtRest(noisy, await post(BURST, WARM_UP), 120_000);
  await deliveryTimes(neighbour, 20, 50);
  const quiet = quantiles(await deliveryTimes(neighbour, 60, 100));
  const posting = post(0, BURST);
  const meanwhile = quantiles(await deliveryTimes(neighbour, 120, 250));
  process.stderr.write(`${JSON.stringify({ quiet, meanwhile })}\n`);
  expect(meanwhile.median).toBeLessThanOrEqual(Math.max(2 * quiet.median, 500));
  expect(meanwhile.p95).toBeLessThanOrEqual(Math.max(2 * quiet.p95, 500));
  const receipt = await posting;
  expect(await countsAtRest(noisy, receipt.slice(-200), 900_000)).toEqual({ delivered: 200 });
  expect(await statusesOf(noisy.stores, 'demo')).toEqual({ delivered: BURST + WARM_UP });
}, 1_800_000);
