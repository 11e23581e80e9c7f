import { testWindows } from './window-suite.js';
import { windowsWith } from './windows.js';

const effects = ['ends', 'hangs'] as const;

describe('with one process of each worker, and 64 leads that travel together', () => {
  describe.each(effects)('where it %s at each named line', (effect) => {
    testWindows({ effect, processes: 1, windows: windowsWith(64) });
  });
});

describe.each([2, 3])('with %i processes of each worker', (processes) => {
  describe.each([1, 64])('and %i leads that travel together', (leads) => {
    describe.each(effects)('where each %s at each named line', (effect) => {
      testWindows({ effect, processes, windows: windowsWith(leads) });
    });
  });
});
