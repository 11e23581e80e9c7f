import { subIdsOf } from './sub-ids.js';

test.each<[Record<string, unknown>, Record<string, string> | undefined]>([
  [{ subId1: 'site-17' }, { subId1: 'site-17' }],
  [
    { sub_id2: 'a', sub_id_3: 'b', subid4: 'c', s5: 'd' },
    { subId2: 'a', subId3: 'b', subId4: 'c', subId5: 'd' },
  ],
  [{ sub_id: 'site' }, { subId1: 'site' }],
  [{ subid: 'site' }, { subId1: 'site' }],
  [{ s1: 17 }, { subId1: '17' }],
  [{ params: { s1: 'there' } }, { subId1: 'there' }],
  [{ s1: 'here', params: { subId1: 'there' } }, { subId1: 'here' }],
  [{ subId1: '', s1: ' \u200b', params: { sub_id: 'x' } }, { subId1: 'x' }],
  [{ subId2: ' click ' }, { subId2: 'click' }],
  [{ subId1: { a: 1 }, sub_id1: ['x'], sub_id_1: true, subid1: null, s1: 'text' }, { subId1: 'text' }],
  [{ SUBID1: 'x', sub_id2x: 'y', s6: 'z' }, undefined],
  [{ params: 'subId1=x' }, undefined],
  [{}, undefined],
])('of %j the sub ids are %j', (attribution, expected) => {
  expect(subIdsOf({ attribution })).toEqual(expected);
});

it('a lead without attribution has no sub ids, nor is one inherited', () => {
  expect(subIdsOf({})).toBeUndefined();
  expect(
    subIdsOf({ attribution: Object.create({ subId1: 'x' }) as Record<string, unknown> }),
  ).toBeUndefined();
});

it('a sub id is cut at 255 characters, none of them in half', () => {
  const of = (subId1: string) => subIdsOf({ attribution: { subId1 } })?.subId1;
  expect(of('x'.repeat(300))).toBe('x'.repeat(255));
  expect(of('😀'.repeat(300))).toBe('😀'.repeat(255));
});
