import type { Campaign } from '@sluice/contracts';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.js';
import { campaignOf } from '../../test/builders.js';
import { keys, pixelRule, qualified } from '../../test/effects.js';

describe('the key of an effect', () => {
  const name = fc.oneof(fc.constantFrom('px1', 'a.b', 'a/b', '~0', ''), fc.string({ unit: anyCharacter }));

  it('is unique, contains no slash and is the same each time it is computed', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), (names) => {
        const busy = {
          ...campaignOf({ revenueMilestones: names.map(() => ({ leadStatus: 'qualified', amount: 1 })) }),
          pixelRules: names.map((id, index) => ({
            ...pixelRule({ fireOnce: index % 2 === 0 }),
            id,
          })) as Campaign['pixelRules'],
          documents: names.map((documentId) => ({ documentId, isActive: true, autoSend: true })),
        };
        const found = keys(qualified, { campaign: busy });
        expect(new Set(found).size).toBe(found.length);
        expect(found).toHaveLength(2 + 4 * names.length);
        expect(found.every((id) => /^(sub_1|lead_1)\.[A-Za-z0-9_.:~-]+$/.test(id))).toBe(true);
        expect(keys(qualified, { campaign: busy })).toEqual(found);
      }),
    );
  });
});
