import { csvRecords } from './csv-records.js';

async function* linesOf(texts: readonly string[]) {
  for (const [at, text] of texts.entries()) yield { n: at + 1, text };
}

it('others have their turn while lines are read that are all at hand', async () => {
  const texts = Array.from({ length: 1_000 }, (_, n) => `lead_${n},wrong_number`);
  let hadTurn = false;
  setImmediate(() => (hadTurn = true));
  let read = 0;
  for await (const { fault } of csvRecords(linesOf(texts), ',', () => true)) {
    expect(fault).toBeUndefined();
    read += 1;
  }
  expect([read, hadTurn]).toEqual([1_000, true]);
});
