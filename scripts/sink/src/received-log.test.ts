import { createReceivedLog } from './received-log.js';

it('the demo buyer keeps the latest requests only, within its memory bound', () => {
  const log = createReceivedLog();
  const body = 'x'.repeat(30_000);
  const request = { at: '2026-01-05T12:00:00.000Z', method: 'POST', path: '/buyers/acme', headers: {} };
  for (let n = 0; n < 2_000; n += 1) log.add({ ...request, key: String(n), body, status: 200 });
  expect(log.stats().requests).toBe(2_000);
  const kept = log.latest({ limit: 5_000 });
  expect(kept.length).toBeGreaterThan(500);
  expect(kept.length * 20 * 1024).toBeLessThanOrEqual(32 * 1024 ** 2);
  expect(kept.map(({ key }) => key)).toEqual(kept.map((_, index) => String(1_999 - index)));
});
