import { resolveTimeZone } from './time-zone.js';

it('the time zone is the first configured one that exists, else UTC', () => {
  expect(resolveTimeZone(undefined, '', 'Mars/Olympus', 'America/New_York', 'UTC')).toBe('America/New_York');
  expect(resolveTimeZone(undefined, 'Mars/Olympus')).toBe('UTC');
  expect(resolveTimeZone()).toBe('UTC');
});
