/**
 * Reads the symbol versions of a 64-bit little-endian ELF file: which versions it needs from which library, and which
 * undefined symbols need them. Layout as in the System V ABI and the LSB.
 */

const SECTION_DYNSYM = 11;
const SECTION_VERNEED = 0x6ffffffe;
const SECTION_VERSYM = 0x6fffffff;
const SYMBOL_BYTES = 24;

/** A version that the file needs from a library, e.g. GLIBC_2.38 from libc.so.6. */
export interface NeededVersion {
  readonly library: string;
  readonly name: string;
  /** The number that symbols use to refer to it. */
  readonly index: number;
  /** The offsets of its record, and of its name in the string table. */
  readonly recordAt: number;
  readonly nameAt: number;
}

/** A symbol that needs a certain version. */
export interface VersionedSymbol {
  readonly name: string;
  readonly versionIndex: number;
  readonly recordAt: number;
}

/** The result of `readElfImage`. */
export interface ElfImage {
  readonly versions: readonly NeededVersion[];
  readonly symbols: readonly VersionedSymbol[];
}

interface Section {
  readonly type: number;
  readonly at: number;
  readonly bytes: number;
  readonly link: number;
  readonly entries: number;
}

/**
 * Lists the needed versions and the versioned symbols.
 * @throws RangeError if the file has no symbol versions.
 */
export function readElfImage(image: Buffer): ElfImage {
  const sections = readSections(image);
  const symbolTable = sectionOfType(sections, SECTION_DYNSYM);
  const versionOfSymbol = sectionOfType(sections, SECTION_VERSYM);
  const needed = sectionOfType(sections, SECTION_VERNEED);
  const strings = sections[symbolTable.link];
  if (strings === undefined) throw new RangeError('an ELF file without a string table');
  const text = (offset: number): string => {
    const start = strings.at + offset;
    return image.toString('latin1', start, image.indexOf(0, start));
  };

  const versions: NeededVersion[] = [];
  for (let i = 0, at = needed.at; i < needed.entries; i++) {
    const library = text(image.readUInt32LE(at + 4));
    let recordAt = at + image.readUInt32LE(at + 8);
    for (let left = image.readUInt16LE(at + 2); left > 0; left--) {
      const nameAt = image.readUInt32LE(recordAt + 8);
      versions.push({
        library,
        name: text(nameAt),
        index: image.readUInt16LE(recordAt + 6),
        recordAt,
        nameAt,
      });
      recordAt += image.readUInt32LE(recordAt + 12);
    }
    at += image.readUInt32LE(at + 12);
  }

  const wanted = new Set(versions.map((version) => version.index));
  const symbols: VersionedSymbol[] = [];
  for (let i = 0; i < symbolTable.bytes / SYMBOL_BYTES; i++) {
    const versionIndex = image.readUInt16LE(versionOfSymbol.at + i * 2) & 0x7fff;
    if (!wanted.has(versionIndex)) continue;
    const recordAt = symbolTable.at + i * SYMBOL_BYTES;
    symbols.push({ name: text(image.readUInt32LE(recordAt)), versionIndex, recordAt });
  }
  return { versions, symbols };
}

/** Makes a needed version's record refer to another version name, which the string table must already contain. */
export function renameVersion(
  image: Buffer,
  version: NeededVersion,
  to: { name: string; nameAt: number },
): void {
  image.writeUInt32LE(elfHash(to.name), version.recordAt);
  image.writeUInt32LE(to.nameAt, version.recordAt + 8);
}

/** Removes the first `prefixBytes` of the symbol's name by moving its offset; the string table stays unchanged. */
export function dropSymbolPrefix(image: Buffer, symbol: VersionedSymbol, prefixBytes: number): void {
  image.writeUInt32LE(image.readUInt32LE(symbol.recordAt) + prefixBytes, symbol.recordAt);
}

/** The hash that the loader uses to compare version names. */
export function elfHash(name: string): number {
  let hash = 0;
  for (const byte of Buffer.from(name, 'latin1')) {
    hash = ((hash << 4) + byte) >>> 0;
    const high = hash & 0xf0000000;
    hash = (hash ^ (high >>> 24)) & ~high;
  }
  return hash >>> 0;
}

function readSections(image: Buffer): Section[] {
  const tableAt = Number(image.readBigUInt64LE(0x28));
  const entryBytes = image.readUInt16LE(0x3a);
  return Array.from({ length: image.readUInt16LE(0x3c) }, (_, i) => {
    const at = tableAt + i * entryBytes;
    return {
      type: image.readUInt32LE(at + 4),
      at: Number(image.readBigUInt64LE(at + 24)),
      bytes: Number(image.readBigUInt64LE(at + 32)),
      link: image.readUInt32LE(at + 40),
      entries: image.readUInt32LE(at + 44),
    };
  });
}

function sectionOfType(sections: readonly Section[], type: number): Section {
  const section = sections.find((candidate) => candidate.type === type);
  if (section === undefined)
    throw new RangeError(`an ELF file without a section of type 0x${type.toString(16)}`);
  return section;
}
