/** Keeps a patched copy of the engine's library in a cache folder, made once. The installed package is only read. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patchImage } from './patch-image.js';

/** Increased when the patch itself changes, so that older copies are no longer used. */
const PATCH_REVISION = 1;

/**
 * Returns the path of the patched copy of `file`, which is made first if the cache has none under `label`, the name and
 * version of its package. The copy appears as a whole, so any number of processes may call this at once.
 * @throws if the cache folder cannot be written, or the library cannot be patched.
 */
export async function patchedCopy(file: string, label: string, cacheDir: string): Promise<string> {
  const copy = join(cacheDir, `${label}-patch${PATCH_REVISION}.so`);
  // The patch does not change the size.
  const [{ size }, made] = await Promise.all([stat(file), stat(copy).catch(() => undefined)]);
  if (made?.size === size) return copy;
  await mkdir(cacheDir, { recursive: true });
  const draft = `${copy}.${randomUUID()}`;
  try {
    const image = await readFile(file);
    patchImage(image);
    await writeFile(draft, image);
    await rename(draft, copy);
  } finally {
    await rm(draft, { force: true });
  }
  return copy;
}
