import fc from 'fast-check';
import { campaignCodes } from './campaign-codes.js';

const first = (n: number, codes: Iterable<string>) => [...codes].slice(0, n);

describe('campaignCodes', () => {
  it('begins with both abbreviations together, cut to five', () => {
    expect(first(3, campaignCodes('ACM', 'RU'))).toEqual(['ACMRU', 'ACMR2', 'ACMR3']);
    expect(first(1, campaignCodes('Acme', 'roundup'))).toEqual(['ACMER']);
  });

  it('keeps a short code whole when a digit is added', () => {
    expect(first(3, campaignCodes('A', 'B'))).toEqual(['AB', 'AB2', 'AB3']);
  });

  it('only ever makes codes that a campaign may have, all different', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (client, offer) => {
        const codes = [...campaignCodes(client, offer)];
        for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{2,5}$/);
        expect(new Set(codes).size).toBe(codes.length);
      }),
      { numRuns: 50 },
    );
  });
});
