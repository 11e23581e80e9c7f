import { makePerson } from './post-leads.js';

test('no two generated people of a run have the same phone number or address', () => {
  const people = [0, 1, 9_999, 10_000, 179_999, 180_000, 7_999_999].map((n) => makePerson('PLAIN', n));
  expect(new Set(people.map(({ phone }) => phone)).size).toBe(people.length);
  expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
  for (const { phone } of people) expect(phone).toMatch(/^\+1[2-9]\d\d[2-9]\d{6}$/);
});
