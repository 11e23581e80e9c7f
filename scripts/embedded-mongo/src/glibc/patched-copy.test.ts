import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patchedCopy } from './patched-copy.js';

let root: string;
let folder: string;
let cacheDir: string;
const source = () => ({ folder, libraryFile: 'library.so', label: 'engine-linux-x64-1.0.0' });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'patched-copy-'));
  folder = join(root, 'package');
  cacheDir = join(root, 'deep', 'cache');
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), 'not an ELF file: copied as it is');
  await writeFile(join(folder, 'library.so'), 'nor is this');
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('patchedCopy', () => {
  it('gives all concurrent callers the same complete copy and leaves no temporary file behind', async () => {
    const paths = await Promise.all(Array.from({ length: 8 }, () => patchedCopy(source(), cacheDir)));
    expect(new Set(paths).size).toBe(1);
    expect(await readdir(cacheDir)).toHaveLength(1);
    const [copy = ''] = await readdir(cacheDir);
    expect(await readdir(join(cacheDir, copy))).toEqual(['library.so', 'package.json']);
    expect(await readFile(paths[0] ?? '', 'utf8')).toBe('nor is this');
  });

  it('makes the copy once', async () => {
    const path = await patchedCopy(source(), cacheDir);
    const { ino } = await stat(path);
    expect(await patchedCopy(source(), cacheDir)).toBe(path);
    expect((await stat(path)).ino).toBe(ino);
  });

  it('replaces a copy that lacks a file or a part of one', async () => {
    const path = await patchedCopy(source(), cacheDir);
    await writeFile(path, 'half');
    await patchedCopy(source(), cacheDir);
    expect(await readFile(path, 'utf8')).toBe('nor is this');
    await rm(join(path, '..', 'package.json'));
    await patchedCopy(source(), cacheDir);
    expect(await readdir(join(path, '..'))).toHaveLength(2);
  });
});
