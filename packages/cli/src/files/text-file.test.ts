import { Problem } from '@sluice/local';
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTextFile } from './text-file.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'text-file-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(bytes: Uint8Array, encoding?: string): Promise<string> {
  const path = join(folder, 'a.txt');
  writeFileSync(path, bytes);
  let text = '';
  for await (const chunk of (await openTextFile(path, { encoding })).chunks()) text += chunk;
  return text;
}

const text = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', '中', '\r', '\n', '\r\n', ';', '\u0092') });
// More than a file gives at once, so that characters lie across two pieces.
const long = text.map((some) => `${some}é中🙂`.repeat(9_000));

describe('the text of a file', () => {
  it('is what was written, whatever pieces its bytes arrive in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, long), async (written) => {
        expect(await read(Buffer.from(written))).toBe(written);
        expect(await read(Buffer.from(`\uFEFF${written}`))).toBe(written);
        expect(await read(Buffer.from(`\uFEFF${written}`, 'utf16le'))).toBe(written);
      }),
      { numRuns: 30 },
    );
  });

  it.each(['utf-8', 'UTF-8', 'utf8', undefined])('is plain UTF-8 by the label %s', async (encoding) => {
    const path = join(folder, 'plain.txt');
    writeFileSync(path, 'é');
    expect((await openTextFile(path, { encoding })).isPlainUtf8).toBe(true);
  });

  it('is refused with line and column of the first bytes that cannot be read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, long), text, async (before, behind) => {
        fc.pre(before.length > 4);
        const lines = before.split(/\r\n|\n|\r/);
        const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
        const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(behind)]);
        await expect(read(bytes)).rejects.toThrow(new RegExp(`^a\\.txt, ${place}( \\(after|: is not UTF-8)`));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['an accent of Latin-1', 'utf-8', Buffer.from('a\nJosé,x', 'latin1'), 'line 2, column 4 (after "Jos")'],
    [
      'a character that the file cuts short',
      'utf-8',
      Buffer.from('a\nJosé').subarray(0, -1),
      'line 2, column 4 (after "Jos")',
    ],
    ['half a pair', 'utf-16le', Buffer.from('a\nb\ud83dc', 'utf16le'), 'line 2, column 2 (after "b")'],
    ['an odd byte', 'utf-16le', Buffer.from('ab').subarray(0, 1), 'line 1, column 1'],
    ['a byte that is none of Shift JIS', 'shift_jis', Buffer.from('a\n\xa0b', 'latin1'), 'line 2, column 1'],
  ])('is refused at %s', async (_what, encoding, bytes, place) => {
    await expect(read(bytes, encoding)).rejects.toThrow(`a.txt, ${place}: is not ${encoding.toUpperCase()};`);
  });

  it('is decoded in the encoding that a person names, by any of its labels', async () => {
    expect(await read(Buffer.of(0x80, 0x92, 0xe9), 'windows-1252')).toBe('€’é');
    expect(await read(Buffer.of(0x80, 0x92, 0xe9), 'latin1')).toBe('€’é');
    expect(await read(Buffer.of(0xc8, 0xe2), 'cp1251')).toBe('Ив');
    expect(await read(Buffer.of(0x93, 0xfa, 0x96, 0x7b), 'sjis')).toBe('日本');
    await expect(read(Buffer.of(), 'nonsense')).rejects.toBeInstanceOf(Problem);
  });
});
