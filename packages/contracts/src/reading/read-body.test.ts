import { z } from 'zod';
import { readBody } from './read-body.js';

const schema = z.object({
  note: z.string().max(5).optional(),
  tags: z.array(z.string()).max(3).optional(),
  open: z.unknown().optional(),
});
const incomparable = { length: { toString: '' } };

it.each([
  [{ note: incomparable }, ['note: must be a string']],
  [{ tags: [incomparable] }, ['tags.0: must be a string']],
  [{ tags: incomparable }, ['tags: must be an array']],
])('the body %j is refused with the path of the problem', (body, problems) => {
  expect(readBody(schema, body)).toEqual({ kind: 'invalid', problems });
});

it('an open part of a body may hold a length of any kind', () => {
  expect(readBody(schema, { open: incomparable })).toEqual({ kind: 'valid', value: { open: incomparable } });
});
