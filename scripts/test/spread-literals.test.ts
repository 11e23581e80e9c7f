import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { parseAst } from 'rolldown/parseAst';

type Rewrite = (code: string, tree: unknown) => string;
let rewrite: (code: string) => string;
beforeAll(async () => {
  const { rewritten } = (await import(join(projectRoot, 'scripts/bootstrap/spread-literals.mjs'))) as {
    rewritten: Rewrite;
  };
  rewrite = (code) => rewritten(code, parseAst(code));
});

const sources = `
  const a = { x: 1, y: 2, ['__proto__']: { z: 3 } };
  const counted = { get n() { return (counted.times = (counted.times ?? 0) + 1); } };
  const none = undefined;`;
const literals = [
  '({ ...a, x: 9 })',
  '({ ...a, w: 4, ...{ x: 5 } })',
  '({ ...none, ...null, ...false, x: 1 })',
  "({ ...'ab', x: 1 })",
  '({ ...counted, m: 1 })',
  '({ ...{ ...a, b: 1 }, c: { ...a, d: { ...a, e: 2 } } })',
  '({ ...a, method() { return super.toString === Object.prototype.toString; } }).method()',
];

describe('the rewriting of spread literals', () => {
  it.each(literals)('keeps the meaning of %s', (literal) => {
    const code = `${sources} ${literal};`;
    expect(rewrite(code)).not.toBe(code);
    const [given, now] = [code, rewrite(code)].map((each) => describeValue((0, eval)(`{${each}}`)));
    expect(now).toEqual(given);
  });

  it.each(['({ ...a })', '({ w: 1, ...a })', '[...a.list, 1]', 'const { ...rest } = a', 'f(...a, { x: 1 })'])(
    'leaves %s alone',
    (code) => expect(rewrite(code)).toBe(code),
  );

  it('gives all objects of one literal the same hidden class', () => {
    const program = `
      const make = (i) => ({ ...{ i, text: 'x' }, more: i });
      let last = make(0), alike = 0;
      for (let i = 1; i <= 1000; i += 1) {
        const next = make(i);
        if (%HaveSameMap(next, last)) alike += 1;
        last = next;
      }
      console.log(alike);`;
    const parsable = program.replace('%HaveSameMap', '$HaveSameMap');
    const run = rewrite(parsable).replace('$HaveSameMap', '%HaveSameMap');
    const alike = execFileSync(process.execPath, ['--allow-natives-syntax', '-e', run], { encoding: 'utf8' });
    expect(Number(alike)).toBe(1000);
  });
});

/** Everything observable about a value: its own properties in order, theirs, and its prototype. */
function describeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return {
    plain: Object.getPrototypeOf(value) === Object.prototype,
    own: Object.entries(Object.getOwnPropertyDescriptors(value)).map(([key, { value: held, ...how }]) => [
      ...[key, typeof held === 'function' ? 'function' : describeValue(held), how],
    ]),
  };
}
