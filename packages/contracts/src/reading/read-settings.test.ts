import fc from 'fast-check';
import { outboundUrlProblem, outboundUrlSchema } from '../formats/outbound-url.js';
import { patternWeight } from '../conditions/pattern-weight.js';
import { readBody } from './read-body.js';
import { readSettings, readUnder, strictestSettings, type ReadSettings } from './read-settings.js';
import { patternProblem, safePatternSchema } from '../conditions/safe-pattern.js';

const loopback = 'http://127.0.0.1:4800/';
const tenNet = 'http://10.0.0.1/';
const isAccepted = (url: string) => outboundUrlSchema.safeParse(url).success;
/** What a reader accepts of the two addresses and of a pattern. */
const accepted = () => [isAccepted(loopback), isAccepted(tenNet), patternProblem('(a') === undefined];

const ofLoopback = readSettings({ outboundAllow: ['127.0.0.0/8'], patternProblem: () => 'does not compile' });
const ofTenNet = readSettings({ outboundAllow: ['10.0.0.0/8'] });

describe('the settings of a read', () => {
  it('apply to it alone, among readers with different settings in one process', () => {
    expect(accepted()).toEqual([false, false, true]);
    expect(readUnder(ofLoopback, accepted)).toEqual([true, false, false]);
    expect(readUnder(ofTenNet, accepted)).toEqual([false, true, true]);
    expect(accepted()).toEqual([false, false, true]);
  });

  it('end with it when it throws', () => {
    const failing = () => {
      throw new Error('in the middle');
    };
    expect(() => readUnder(ofLoopback, failing)).toThrow('in the middle');
    expect(accepted()).toEqual([false, false, true]);
    readUnder(ofTenNet, () => {
      expect(() => readUnder(ofLoopback, failing)).toThrow('in the middle');
      expect(accepted()).toEqual([false, true, true]);
    });
  });

  it('are its own inside another read, which afterwards has what was left of its budget', () => {
    const few = readSettings({ patternBudget: patternWeight('abcd') + 1 });
    const [inner, outer] = readUnder(few, () => {
      patternProblem('abcd');
      const inside = readUnder(ofTenNet, () => [patternProblem('a'.repeat(200)), ...accepted()]);
      return [inside, patternProblem('abcdefgh')];
    });
    expect(inner).toEqual([undefined, false, true, true]);
    expect(outer).toBe('is one pattern too many for one request');
  });

  it('are those around it after any nesting of reads, whether or not these throw', () => {
    const settings = fc.constantFrom<ReadSettings>(strictestSettings, ofLoopback, ofTenNet);
    const step = fc.record({ settings, throws: fc.boolean() });
    const nested = (steps: readonly { settings: ReadSettings; throws: boolean }[]): void => {
      const [first, ...rest] = steps;
      if (!first) return;
      const before = accepted();
      const read = () => {
        nested(rest);
        expect(isAccepted(tenNet)).toBe(
          outboundUrlProblem(tenNet, first.settings.outboundAllow) === undefined,
        );
        if (first.throws) throw new RangeError('a read that fails');
      };
      if (first.throws) expect(() => readUnder(first.settings, read)).toThrow(RangeError);
      else readUnder(first.settings, read);
      expect(accepted()).toEqual(before);
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 6 }), nested));
  });

  it('are passed to readBody, and are the strictest by default', () => {
    expect(readBody(outboundUrlSchema, loopback, ofLoopback).kind).toBe('valid');
    expect(readBody(outboundUrlSchema, loopback, ofTenNet).kind).toBe('invalid');
    expect(readBody(outboundUrlSchema, loopback).kind).toBe('invalid');
    expect(readBody(safePatternSchema, 'a', ofLoopback)).toMatchObject({
      problems: [expect.stringContaining('does not compile')],
    });
  });

  it.each(['127.0.0.0/33', 'localhost', ''])('name the entry %p, which is not an address range', (entry) => {
    expect(() => readSettings({ outboundAllow: [entry] })).toThrow(`"${entry}"`);
  });
});
