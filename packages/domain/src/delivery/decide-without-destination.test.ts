import { slotsAfter, type PastAttempt } from '../index.js';
import { decideWithoutDestination } from './decide-without-destination.js';

const nowhere = { kind: 'none', reason: 'no_destination', trace: [] } as const;
const refused: PastAttempt = { n: 1, outcome: { kind: 'retry', reason: 'http_503' } };
const silent: PastAttempt = { n: 2, outcome: { kind: 'unknown', reason: 'timeout' } };

describe('a delivery without a destination', () => {
  it.each<[string, readonly PastAttempt[], string, string]>([
    ['no buyer was called', [], 'no_destination', 'release'],
    ['no buyer accepted it', [refused], 'no_destination', 'release'],
    ['a buyer never answered', [silent, { ...refused, n: 3 }], 'unknown_outcome', 'keep'],
    ['a worker died during a call', [{ n: 1 }], 'unknown_outcome', 'keep'],
  ])(
    'ends as error when %s, and keeps its slot only where a buyer may have the lead',
    (_case, made, reason, slots) => {
      const ending = decideWithoutDestination(nowhere, made);
      expect(ending).toMatchObject({ kind: 'error', reason, trace: [{ because: 'no_destination' }] });
      expect(slotsAfter(ending as Parameters<typeof slotsAfter>[0])).toBe(slots);
    },
  );
});
