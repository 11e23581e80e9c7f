import { failpoints, returnFailpoints } from '@sluice/process';
import { failpointsByService } from './processes.js';

it('the chaos faults use every failpoint of leads and returns, and no other line', () => {
  expect(Object.values(failpointsByService).flat().sort()).toEqual(
    [...failpoints, ...returnFailpoints].sort(),
  );
});
