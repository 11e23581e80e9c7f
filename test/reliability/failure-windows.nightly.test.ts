import { testWindows } from './window-suite.js';
import { windowsWith } from './windows.js';

const effects = ['ends', 'hangs'] as const;

describe('with one process of each worker, and batches of 64 leads', () => {
  describe.each(effects)('where the process %s at each failpoint', (effect) => {
    testWindows({ effect, processes: 1, windows: windowsWith(64) });
  });
});

describe.each([2, 3])('with %i processes of each worker', (processes) => {
  describe.each([1, 64])('and batches of %i leads', (leads) => {
    describe.each(effects)('where each process %s at each failpoint', (effect) => {
      testWindows({ effect, processes, windows: windowsWith(leads) });
    });
  });
});
