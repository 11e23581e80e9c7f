import fc from 'fast-check';
import { linesOf, type Line } from './lines.js';

async function* chunked(text: string, size: number): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 1_000_000): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of linesOf(chunked(text, size))) lines.push(line);
  return lines;
}

describe('the lines of a file', () => {
  it('are the same however they end and in whatever pieces they arrive', async () => {
    const lines = fc.array(fc.tuple(fc.string({ unit: fc.constantFrom('a', ',', '"', ' ') }), ending), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 5 }), async (written, size) => {
        const text = written.map(([line, end]) => line + end).join('');
        expect(await read(text, size)).toEqual(
          written.map(([line], index) => ({ n: index + 1, text: line })),
        );
      }),
    );
  });

  it('include the last one without an end, and none behind a last end', async () => {
    expect((await read('a\r\nb')).map(({ text }) => text)).toEqual(['a', 'b']);
    expect((await read('a\n\nb\n')).map(({ text }) => text)).toEqual(['a', '', 'b']);
    expect(await read('')).toEqual([]);
  });

  it('take bounded memory when one never ends, and the next ones are read', async () => {
    const long = 'x'.repeat(3_000_000);
    const [first, second, ...rest] = await read(`${long}\nb\n`, 64_000);
    expect(first).toMatchObject({ n: 1, isCut: true });
    expect(first?.text.length).toBeLessThan(1_000);
    expect(second).toEqual({ n: 2, text: 'b' });
    expect(rest).toEqual([]);
    expect(await read(long, 64_000)).toMatchObject([{ n: 1, isCut: true }]);
  });
});

// A line that ends with CR before an empty one that ends with LF would be one line that ends with CRLF.
const ending = fc.constantFrom('\n', '\r\n');
