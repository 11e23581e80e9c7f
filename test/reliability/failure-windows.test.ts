import { testWindows } from './window-suite.js';

describe('with a process that ends at each named line', () => {
  testWindows({ effect: 'ends', processes: 1 });
});
