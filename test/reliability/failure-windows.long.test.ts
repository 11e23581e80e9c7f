import { testWindows } from './window-suite.js';

describe.each([2, 3])('with %i processes of each worker', (processes) => {
  describe('each of which ends at each named line', () => {
    testWindows({ effect: 'ends', processes });
  });

  describe('each of which waits for ever at each named line', () => {
    testWindows({ effect: 'hangs', processes });
  });
});
