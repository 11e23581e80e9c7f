import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elfWith } from '../../test/elf-with.js';
import { patchedCopy } from './patched-copy.js';

const original = elfWith(
  [{ library: 'libc.so.6', versions: ['GLIBC_2.17', 'GLIBC_2.38'] }],
  [['fmod', 'libc.so.6', 'GLIBC_2.38']],
);

let root: string;
let cacheDir: string;
const copied = () => patchedCopy(join(root, 'library.so'), 'engine-linux-x64-1.0.0', cacheDir);

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patched-copy-'));
  cacheDir = join(root, 'deep', 'cache');
  await writeFile(join(root, 'library.so'), original);
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('patchedCopy', () => {
  it('gives all concurrent callers the same complete copy and leaves no temporary file behind', async () => {
    const [first = '', ...others] = await Promise.all(Array.from({ length: 8 }, copied));
    expect(new Set(others)).toEqual(new Set([first]));
    expect(await readdir(cacheDir)).toHaveLength(1);
    const copy = await readFile(first);
    expect(copy).toHaveLength(original.length);
    expect(copy.equals(original)).toBe(false);
  });

  it('makes the copy once', async () => {
    const { ino } = await stat(await copied());
    expect((await stat(await copied())).ino).toBe(ino);
  });

  it('replaces a copy that lacks a part', async () => {
    await writeFile(await copied(), 'half');
    expect(await readFile(await copied())).toHaveLength(original.length);
  });
});
