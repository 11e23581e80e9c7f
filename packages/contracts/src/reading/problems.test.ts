import { z } from 'zod';
import { maxProblems, problemsOf } from './problems.js';

function reported(schema: z.ZodType, value: unknown): string[] {
  const read = schema.safeParse(value);
  return read.success ? [] : problemsOf(read.error);
}

describe('validation problems', () => {
  const schema = z.object({
    name: z.string().min(1),
    code: z.string().max(3),
    age: z.int().min(0).max(150),
    ratio: z.number().gt(0).lt(1),
    kind: z.enum(['a', 'b']),
    exact: z.literal('x'),
    on: z.boolean(),
    day: z.iso.date(),
    list: z.array(z.object({ b: z.string() })).min(2),
    map: z.record(z.string(), z.number()),
    either: z.union(
      [z.record(z.string(), z.number()), z.array(z.object({ k: z.string() }))],
      'must be this or that',
    ),
  });

  it('are reported all at once, as sentences', () => {
    expect(
      reported(schema, {
        name: '',
        code: 'long',
        age: -1,
        ratio: 1,
        kind: 'c',
        exact: 'y',
        on: 'yes',
        day: '2024-02-30',
        list: [{ b: 1 }],
        map: { x: 'y' },
        either: 5,
      }),
    ).toEqual([
      'name: must not be empty',
      'code: must have at most 3 characters',
      'age: must be at least 0',
      'ratio: must be less than 1',
      'kind: must be one of a, b',
      'exact: must be x',
      'on: must be true or false',
      'day: must be a date YYYY-MM-DD',
      'list.0.b: must be a string',
      'list: must have at least 2 items',
      'map.x: must be a number',
      'either: must be this or that',
    ]);
  });

  it('name every missing field as required', () => {
    const missing = reported(schema.omit({ either: true }), {});
    expect(missing).toHaveLength(10);
    expect(missing.every((problem) => problem.endsWith(': is required'))).toBe(true);
  });

  it('of a union are those of the intended alternative', () => {
    expect(reported(schema.pick({ either: true }), { either: [{ k: 1 }] })).toEqual([
      'either.0.k: must be a string',
    ]);
    expect(reported(schema.pick({ either: true }), { either: { a: 'x' } })).toEqual([
      'either.a: must be a number',
    ]);
  });

  it('name each unknown key of a strict object', () => {
    expect(reported(z.object({ a: z.strictObject({}) }), { a: { x: 1, y: 2 } })).toEqual([
      'a.x: is not a known field',
      'a.y: is not a known field',
    ]);
  });

  it('of the whole value are reported for the body', () => {
    expect(reported(schema, null)).toEqual(['body: must be an object']);
    expect(reported(schema, undefined)).toEqual(['body: is required']);
    expect(reported(schema, [])).toEqual(['body: must be an object']);
  });

  it('are bounded in number, so that the response stays smaller than a hostile body', () => {
    const lines = reported(
      z.array(z.string()),
      Array.from({ length: 5_000 }, () => 1),
    );
    expect(lines).toHaveLength(maxProblems + 1);
    expect(lines.at(-1)).toBe('body: has 4900 more problems');
  });
});
