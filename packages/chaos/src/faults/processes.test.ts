import { failpoints } from '@sluice/runtime';
import { failpointsByService } from './processes.js';

it('plays every line at which a process can be told to end, and no other', () => {
  expect(Object.values(failpointsByService).flat().sort()).toEqual([...failpoints].sort());
});
