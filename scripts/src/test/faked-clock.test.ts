/** The faked clocks of the long test run show the promised times. */
import { fakedClocks, fakedEnvironment } from './faked-clock.js';

const offsetIn = (zone: string, at: Date): string | undefined =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;

it('the faked clocks start at 00:30 and 23:45, each on the last day of a month and a day of a clock change', () => {
  expect(fakedClocks.map(({ startsAt }) => startsAt.slice(11))).toEqual(['00:30:00Z', '23:45:00Z']);
  for (const { startsAt } of fakedClocks) {
    const midnight = Date.parse(`${startsAt.slice(0, 10)}T00:00:00Z`);
    const nextMidnight = new Date(midnight + 86_400_000);
    expect(nextMidnight.getUTCDate()).toBe(1);
    expect(offsetIn('Europe/Berlin', new Date(midnight))).not.toBe(offsetIn('Europe/Berlin', nextMidnight));
  }
});

it.each([
  ['2027-10-31T00:30:00Z', '+60s'],
  ['2027-10-31T00:28:00Z', '-60s'],
])('a faked clock starts at %s with an offset of %s from the true time', (startsAt, ahead) => {
  const clock = { startsAt, zone: 'Asia/Kolkata', because: 'a test' };
  const env = fakedEnvironment(
    { LD_PRELOAD: '/lib/other.so' },
    '/lib/faketime.so',
    clock,
    Date.parse('2027-10-31T00:29:00Z'),
  );
  expect(env).toMatchObject({
    FAKETIME: ahead,
    TZ: 'Asia/Kolkata',
    LD_PRELOAD: '/lib/faketime.so:libc.so.6:/lib/other.so',
  });
});
