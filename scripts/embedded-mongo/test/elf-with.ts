/** A tiny ELF file, as the linker would write it. */
import { elfHash } from '../src/glibc/elf-image.js';

interface Need {
  readonly library: string;
  readonly versions: readonly string[];
}

/** Builds the smallest ELF file with these needed versions and one undefined symbol for each `[name, version]`. */
export function elfWith(
  needs: readonly Need[],
  symbols: readonly (readonly [name: string, library: string, version: string])[],
): Buffer {
  const strings: string[] = [''];
  const offsetOf = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.slice(0, strings.indexOf(text)).reduce((sum, item) => sum + item.length + 1, 0);
  };
  const indexOf = new Map<string, number>();
  const verneed = Buffer.concat(
    needs.map(({ library, versions }, n) => {
      const head = Buffer.alloc(16);
      head.writeUInt16LE(1, 0);
      head.writeUInt16LE(versions.length, 2);
      head.writeUInt32LE(offsetOf(library), 4);
      head.writeUInt32LE(16, 8);
      head.writeUInt32LE(n === needs.length - 1 ? 0 : 16 + versions.length * 16, 12);
      const records = versions.map((version, v) => {
        const record = Buffer.alloc(16);
        const index = indexOf.size + 2;
        indexOf.set(`${library} ${version}`, index);
        record.writeUInt32LE(elfHash(version), 0);
        record.writeUInt16LE(index, 6);
        record.writeUInt32LE(offsetOf(version), 8);
        record.writeUInt32LE(v === versions.length - 1 ? 0 : 16, 12);
        return record;
      });
      return Buffer.concat([head, ...records]);
    }),
  );
  const dynsym = Buffer.alloc(24 * symbols.length);
  const versym = Buffer.alloc(2 * symbols.length);
  symbols.forEach(([name, library, version], i) => {
    dynsym.writeUInt32LE(offsetOf(name), i * 24);
    versym.writeUInt16LE(indexOf.get(`${library} ${version}`) ?? 0, i * 2);
  });
  const dynstr = Buffer.from(strings.join('\0') + '\0', 'latin1');

  const header = Buffer.alloc(64);
  header.writeUInt32BE(0x7f454c46, 0);
  header.writeUInt16BE(0x0201, 4);
  const parts = [dynsym, dynstr, versym, verneed];
  const types = [11, 3, 0x6fffffff, 0x6ffffffe];
  const sectionTable = Buffer.alloc(64 * parts.length);
  let at = header.length;
  parts.forEach((part, i) => {
    sectionTable.writeUInt32LE(types[i] ?? 0, i * 64 + 4);
    sectionTable.writeBigUInt64LE(BigInt(at), i * 64 + 24);
    sectionTable.writeBigUInt64LE(BigInt(part.length), i * 64 + 32);
    sectionTable.writeUInt32LE(1, i * 64 + 40);
    sectionTable.writeUInt32LE(i === 3 ? needs.length : 0, i * 64 + 44);
    at += part.length;
  });
  header.writeBigUInt64LE(BigInt(at), 0x28);
  header.writeUInt16LE(64, 0x3a);
  header.writeUInt16LE(parts.length, 0x3c);
  return Buffer.concat([header, ...parts, sectionTable]);
}
