/** Keeps a patched copy of the engine's binaries in a cache folder, made once. The installed package is only read. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isElfImage } from './elf-image.js';
import { patchImage } from './patch-image.js';

/** Increased when the patch itself changes, so that older copies are no longer used. */
const PATCH_REVISION = 1;

/** The original binaries, and their name in the cache. */
export interface PatchSource {
  /** The folder of the installed binaries. */
  readonly folder: string;
  /** The library's file name in that folder. */
  readonly libraryFile: string;
  /** Package name and version: one copy is kept for each. */
  readonly label: string;
}

/**
 * Returns the path of the library's patched copy, which is made first if the cache has none. The copy appears as a whole,
 * so any number of processes may call this at once.
 * @throws if the cache folder cannot be written, or a binary cannot be patched.
 */
export async function patchedCopy(source: PatchSource, cacheDir: string): Promise<string> {
  const copy = join(cacheDir, `${source.label}-patch${PATCH_REVISION}`);
  if (!(await isComplete(copy, source.folder))) await makeCopy(source.folder, copy);
  return join(copy, source.libraryFile);
}

async function makeCopy(folder: string, copy: string): Promise<void> {
  const draft = join(dirname(copy), `.${basename(copy)}.${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    for (const file of await filesOf(folder)) {
      const image = await readFile(join(folder, file));
      if (isElfImage(image)) patchImage(image);
      await writeFile(join(draft, file), image);
    }
    await putInPlace(draft, copy, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function putInPlace(draft: string, copy: string, folder: string): Promise<void> {
  try {
    await rename(draft, copy);
  } catch (error) {
    // Either another process was first, and its copy is as good as ours, or a broken copy is in the way.
    if (await isComplete(copy, folder)) return;
    if (!isOccupied(error)) throw error;
    await rm(copy, { recursive: true, force: true });
    await rename(draft, copy);
  }
}

/** Whether every original has a copy of the same size; the patch never changes the size. */
async function isComplete(copy: string, folder: string): Promise<boolean> {
  for (const file of await filesOf(folder)) {
    if ((await sizeOf(join(copy, file))) !== (await sizeOf(join(folder, file)))) return false;
  }
  return true;
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined;
  }
}

function isOccupied(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOTEMPTY' || code === 'EEXIST';
}
