import { isOlder, parseGlibcVersion } from './glibc-version.js';

describe('glibc versions', () => {
  it('are compared as numbers, not as text', () => {
    expect(isOlder({ major: 2, minor: 9 }, { major: 2, minor: 36 })).toBe(true);
    expect(isOlder({ major: 2, minor: 38 }, { major: 2, minor: 38 })).toBe(false);
    expect(isOlder({ major: 3, minor: 0 }, { major: 2, minor: 38 })).toBe(false);
  });

  it('are read from the report of the host', () => {
    expect(parseGlibcVersion('2.36')).toEqual({ major: 2, minor: 36 });
    expect(parseGlibcVersion('2.40.9000')).toEqual({ major: 2, minor: 40 });
    expect(parseGlibcVersion('musl')).toBeUndefined();
  });
});
