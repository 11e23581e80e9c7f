import { gatheredLines } from './log-stream.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the buffered log stream', () => {
  it('writes every line in order, with one write per event loop turn', async () => {
    const writes: string[] = [];
    const stream = gatheredLines((text) => writes.push(text));
    stream.write('a\n');
    stream.write('b\n');
    await turn();
    stream.write('c\n');
    await turn();
    expect(writes).toEqual(['a\nb\n', 'c\n']);
  });
});
