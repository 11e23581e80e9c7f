import { slotsAfter, type PastAttempt } from '../index.js';
import { decideWithoutDestination } from './decide-without-destination.js';

const nowhere = { kind: 'none', reason: 'no_destination', trace: [] } as const;
const refused: PastAttempt = { n: 1, outcome: { kind: 'retry', reason: 'http_503' } };
const silent: PastAttempt = { n: 2, outcome: { kind: 'unknown', reason: 'timeout' } };

describe('a delivery that has nowhere to go', () => {
  it.each<[string, readonly PastAttempt[], string, string]>([
    ['nobody was called', [], 'no_destination', 'release'],
    ['no buyer took it', [refused], 'no_destination', 'release'],
    ['a buyer never answered', [silent, { ...refused, n: 3 }], 'unknown_outcome', 'keep'],
    ['a worker died during a call', [{ n: 1 }], 'unknown_outcome', 'keep'],
  ])('is an error; when %s, its slot may be another’s or not', (_case, made, reason, slots) => {
    const ending = decideWithoutDestination(nowhere, made);
    expect(ending).toMatchObject({ kind: 'error', reason, trace: [{ because: 'no_destination' }] });
    expect(slotsAfter(ending as Parameters<typeof slotsAfter>[0])).toBe(slots);
  });
});
