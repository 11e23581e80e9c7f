import fc from 'fast-check';
import { campaignCodes } from './campaign-codes.js';

const first = (n: number, codes: Iterable<string>) => [...codes].slice(0, n);

describe('campaignCodes', () => {
  it('begins with the abbreviations of client and offer, cut to five characters', () => {
    expect(first(3, campaignCodes('ACM', 'RU', 's'))).toEqual(['ACMRU', 'ACMR2', 'ACMR3']);
    expect(first(1, campaignCodes('Acme', 'roundup', 's'))).toEqual(['ACMER']);
  });

  it('keeps a short code whole when a digit is added', () => {
    expect(first(3, campaignCodes('A', 'B', 's'))).toEqual(['AB', 'AB2', 'AB3']);
  });

  it('is deterministic for a repeated request', () => {
    expect([...campaignCodes('ACM', 'RU', 'one')]).toEqual([...campaignCodes('ACM', 'RU', 'one')]);
    expect([...campaignCodes('ACM', 'RU', 'one')]).not.toEqual([...campaignCodes('ACM', 'RU', 'two')]);
  });

  it('finds an unused code for each of thousands of campaigns in few tries', () => {
    const taken = new Set<string>();
    let tries = 0;
    for (let campaign = 0; campaign < 3_000; campaign += 1) {
      let free = 'none';
      // One at a time, as a campaign tries them: each is a hash.
      for (const code of campaignCodes('ACM', 'RU', `seed ${campaign}`)) {
        tries += 1;
        if (taken.has(code)) continue;
        free = code;
        break;
      }
      taken.add(free);
    }
    expect(taken.size).toBe(3_000);
    expect(tries / 3_000).toBeLessThan(60);
  });

  it('generates only valid and distinct codes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (client, offer, seed) => {
        const codes = [...campaignCodes(client, offer, seed)];
        expect(codes.filter((code) => !/^[A-Z0-9]{2,5}$/.test(code))).toEqual([]);
        expect(new Set(codes).size).toBe(codes.length);
      }),
      { numRuns: 50 },
    );
  });
});
