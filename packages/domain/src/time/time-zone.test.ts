import { resolveTimeZone } from './time-zone.js';

it('takes the first time zone that exists, else UTC', () => {
  expect(resolveTimeZone(undefined, '', 'Mars/Olympus', 'America/New_York', 'UTC')).toBe('America/New_York');
  expect(resolveTimeZone(undefined, 'Mars/Olympus')).toBe('UTC');
  expect(resolveTimeZone()).toBe('UTC');
});
