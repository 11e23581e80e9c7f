import { elfWith } from '../../test/elf-with.js';
import { readElfImage } from './elf-image.js';
import { patchImage } from './patch-image.js';

/** "symbol@library version" of every versioned symbol, as the loader looks it up. */
function references(image: Buffer): string[] {
  const { versions, symbols } = readElfImage(image);
  return symbols.map(({ name, versionIndex }) => {
    const version = versions.find(({ index }) => index === versionIndex);
    return `${name}@${version?.library} ${version?.name}`;
  });
}

const MATH = { library: 'libm.so.6', versions: ['GLIBC_2.29', 'GLIBC_2.38'] };

describe('patchImage', () => {
  it('redirects references to glibc 2.38 to the oldest version of the symbol, on x64 and arm64, and keeps the others', () => {
    for (const oldest of ['GLIBC_2.2.5', 'GLIBC_2.17']) {
      const image = elfWith(
        [MATH, { library: 'libc.so.6', versions: ['GLIBC_2.34', 'GLIBC_2.38', oldest] }],
        [
          ['__isoc23_strtol', 'libc.so.6', 'GLIBC_2.38'],
          ['fmod', 'libm.so.6', 'GLIBC_2.38'],
          ['exp', 'libm.so.6', 'GLIBC_2.29'],
          ['read', 'libc.so.6', oldest],
        ],
      );
      expect(patchImage(image)).toEqual(['__isoc23_strtol', 'fmod']);
      expect(references(image)).toEqual([
        `strtol@libc.so.6 ${oldest}`,
        `fmod@libm.so.6 ${oldest}`,
        'exp@libm.so.6 GLIBC_2.29',
        `read@libc.so.6 ${oldest}`,
      ]);
    }
  });

  it('prefers the first version of x64 where both are used, in any order', () => {
    const image = elfWith(
      [{ library: 'libc.so.6', versions: ['GLIBC_2.17', 'GLIBC_2.38', 'GLIBC_2.2.5'] }],
      [['__isoc23_strtoul', 'libc.so.6', 'GLIBC_2.38']],
    );
    patchImage(image);
    expect(references(image)).toEqual(['strtoul@libc.so.6 GLIBC_2.2.5']);
  });

  it('writes the hash by which the loader finds the older version', () => {
    const image = elfWith(
      [{ library: 'libc.so.6', versions: ['GLIBC_2.38', 'GLIBC_2.2.5'] }],
      [['__isoc23_strtol', 'libc.so.6', 'GLIBC_2.38']],
    );
    patchImage(image);
    const hashes = readElfImage(image).versions.map(({ recordAt }) => image.readUInt32LE(recordAt));
    // The value that linkers write for GLIBC_2.2.5.
    expect(hashes).toEqual([0x09691a75, 0x09691a75]);
  });

  it('changes nothing in an image that is already patched or needs no patch', () => {
    const image = elfWith(
      [{ library: 'libc.so.6', versions: ['GLIBC_2.38', 'GLIBC_2.2.5'] }],
      [['__isoc23_strtol', 'libc.so.6', 'GLIBC_2.38']],
    );
    patchImage(image);
    const patched = Buffer.from(image);
    expect(patchImage(image)).toEqual([]);
    expect(image).toEqual(patched);
  });

  it('refuses a symbol that no older glibc has, before it changes anything', () => {
    const image = elfWith(
      [{ library: 'libc.so.6', versions: ['GLIBC_2.38', 'GLIBC_2.2.5'] }],
      [
        ['__isoc23_strtol', 'libc.so.6', 'GLIBC_2.38'],
        ['strlcpy', 'libc.so.6', 'GLIBC_2.38'],
      ],
    );
    const untouched = Buffer.from(image);
    expect(() => patchImage(image)).toThrow('no older glibc has strlcpy');
    expect(image).toEqual(untouched);
  });
});
