import { testWindows } from './window-suite.js';
import { windowsWith } from './windows.js';

describe('with a job, request or sweep that waits for ever at each named line', () => {
  testWindows({ effect: 'hangs', processes: 1, windows: windowsWith(1) });
});
