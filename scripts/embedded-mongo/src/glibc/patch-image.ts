/**
 * Patches an image in memory. The engine's binaries were linked against glibc 2.38, but use only new names for
 * functions that glibc has had from its beginning. Each such reference is redirected to the old function. Any other
 * symbol of 2.38 makes the patch fail here rather than in the middle of a query.
 */
import { dropSymbolPrefix, readElfImage, renameVersion } from './elf-image.js';

const TOO_NEW = 'GLIBC_2.38';

/** The first version of glibc on x64, then on arm64. On x64 both names exist, so the order matters. */
const FIRST_VERSIONS: readonly string[] = ['GLIBC_2.2.5', 'GLIBC_2.17'];

/** C23 changed these functions only in that they also parse binary literals such as 0b101. */
const C23_PREFIX = '__isoc23_';

/** Version 2.38 of this function only stopped setting errno. */
const UNCHANGED_SYMBOLS: ReadonlySet<string> = new Set(['fmod']);

/**
 * Redirects every reference to glibc 2.38 to the function's first version, in place, and returns the names of the
 * changed symbols. An image that needs no patch stays unchanged.
 * @throws Error for a symbol without an older equivalent.
 */
export function patchImage(image: Buffer): string[] {
  const { versions, symbols } = readElfImage(image);
  const tooNew = versions.filter((version) => version.name === TOO_NEW);
  if (tooNew.length === 0) return [];
  const first = FIRST_VERSIONS.flatMap((name) => versions.find((version) => version.name === name) ?? [])[0];
  if (!first) throw new Error('an image that uses none of the first glibc versions');

  const tooNewIndexes = new Set(tooNew.map((version) => version.index));
  const affected = symbols.filter((symbol) => tooNewIndexes.has(symbol.versionIndex));
  // All symbols are checked before any is changed, because a half-patched image must not exist.
  const unknown = affected.filter(({ name }) => !name.startsWith(C23_PREFIX) && !UNCHANGED_SYMBOLS.has(name));
  if (unknown.length > 0) {
    throw new Error(`no older glibc has ${unknown.map((symbol) => symbol.name).join(', ')}`);
  }
  for (const symbol of affected) {
    if (symbol.name.startsWith(C23_PREFIX)) dropSymbolPrefix(image, symbol, C23_PREFIX.length);
  }
  for (const version of tooNew) renameVersion(image, version, first);
  return affected.map((symbol) => symbol.name);
}
