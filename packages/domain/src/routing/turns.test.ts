import { creditAt, nextInTurn, ratiosOf, type Standing } from './turns.js';

const standing = (leads: number, more: Partial<Standing> = {}): Standing => ({
  leads,
  credit: 0,
  isAway: false,
  ...more,
});

/** How many of `leads` each member of these weights gets. */
function share(
  weights: readonly number[],
  leads: number,
  standings = weights.map(() => standing(0)),
): number[] {
  const members = weights.map((weight) => ({ weight }));
  const now = [...standings];
  for (let n = 0; n < leads; n += 1) {
    const next = nextInTurn(ratiosOf(members, now), now);
    now[next] = { ...now[next]!, leads: now[next]!.leads + 1 };
  }
  return now.map((one) => one.leads);
}

test.each([
  [[3, 2, 1], 300, [150, 100, 50]],
  [[1, 1, 1], 10, [4, 3, 3]],
  [[1000, 1], 1001, [1000, 1]],
])('members of the weights %j share %i leads as %j', (weights, leads, shares) => {
  expect(share(weights, leads)).toEqual(shares);
});

test('the first written goes first where members have the same', () => {
  const standings = [standing(2), standing(2)];
  expect(nextInTurn(ratiosOf([{ weight: 1 }, { weight: 1 }], standings), standings)).toBe(0);
});

test('a member that comes back joins at the lowest ratio of the others, and is credited with the difference', () => {
  const members = [{ weight: 2 }, { weight: 1 }, { weight: 1 }];
  const ratios = ratiosOf(members, [standing(40), standing(21), standing(3, { isAway: true })]);
  expect(ratios).toEqual([20, 21, 20]);
  expect(creditAt(ratios[2]!, 1, 3)).toBe(17);
  const back = share([2, 1, 1], 40, [standing(40), standing(21), standing(3, { credit: 17 })]);
  expect(back).toEqual([61, 30, 13]);
});

test('a member that may be back is looked at before the others that have the same', () => {
  const standings = [standing(2), standing(2), standing(0, { isAway: true })];
  const members = standings.map(() => ({ weight: 1 }));
  expect(nextInTurn(ratiosOf(members, standings), standings)).toBe(2);
});

test('a member that was away is not set back by coming back', () => {
  expect(ratiosOf([{ weight: 1 }, { weight: 1 }], [standing(2), standing(9, { isAway: true })])).toEqual([
    2, 9,
  ]);
  expect(creditAt(2, 1, 9)).toBe(0);
});
