import { failpoints } from '@sluice/runtime';
import { failpointsByService } from './processes.js';

it('the chaos faults use every failpoint, and no other line', () => {
  expect(Object.values(failpointsByService).flat().sort()).toEqual([...failpoints].sort());
});
