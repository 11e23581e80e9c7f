import { readFileSync } from 'node:fs';
import { failpointsByService } from './processes.js';

it('the chaos faults use every failpoint, and no other line', () => {
  const source = readFileSync(new URL('../../../../runtime/src/failpoint.ts', import.meta.url), 'utf8');
  const list = /export const failpoints = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  const known = [...list.matchAll(/'([a-z-]+)'/g)].map(([, name]) => name);
  expect(known).not.toHaveLength(0);
  expect(Object.values(failpointsByService).flat().sort()).toEqual([...known].sort());
});
