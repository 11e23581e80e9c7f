import { minorVersion } from './glibc-version.js';

it('the version of glibc is read from the report of the host', () => {
  expect(minorVersion('2.36')).toBe(36);
  expect(minorVersion('2.9')).toBe(9);
  expect(minorVersion('2.40.9000')).toBe(40);
  expect(minorVersion('musl')).toBeUndefined();
});
