/**
 * The mend itself, on bytes in memory: the engine's binaries were linked against glibc 2.38, of which they use
 * only new names for functions that glibc has had from its beginning. Each such reference is pointed at the old
 * function; anything else that 2.38 brought is left to fail here, not in the middle of a query.
 */
import { dropSymbolPrefix, readElfImage, renameVersion } from './elf-image.js';

const TOO_NEW = 'GLIBC_2.38';

/** The first version of glibc on x64, and on arm64. On x64 both names exist, so the order matters. */
const FIRST_VERSIONS: readonly string[] = ['GLIBC_2.2.5', 'GLIBC_2.17'];

/** All that C23 changed in these functions is that they also read binary literals such as 0b101. */
const C23_PREFIX = '__isoc23_';

/** Its 2.38 version only stopped setting errno. */
const UNCHANGED_SYMBOLS: ReadonlySet<string> = new Set(['fmod']);

/**
 * Points every reference to glibc 2.38 at the function's first version, in place, and names the symbols changed.
 * Mending what needs no mend changes nothing.
 * @throws Error for a symbol that has no older equivalent.
 */
export function mendImage(image: Buffer): string[] {
  const { versions, symbols } = readElfImage(image);
  const tooNew = versions.filter((version) => version.name === TOO_NEW);
  if (tooNew.length === 0) return [];
  const first = oldestOf(versions);

  const tooNewIndexes = new Set(tooNew.map((version) => version.index));
  const affected = symbols.filter((symbol) => tooNewIndexes.has(symbol.versionIndex));
  // All are judged before any is touched: a half-mended image must not exist.
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

function oldestOf<V extends { readonly name: string }>(versions: readonly V[]): V {
  for (const name of FIRST_VERSIONS) {
    const first = versions.find((version) => version.name === name);
    if (first !== undefined) return first;
  }
  throw new Error('an image that uses none of the first glibc versions');
}
