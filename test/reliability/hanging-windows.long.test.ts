import { testWindows } from './window-suite.js';
import { windowsWith } from './windows.js';

describe('with a job, request or sweep that hangs at each failpoint', () => {
  testWindows({ effect: 'hangs', processes: 1, windows: windowsWith(1) });
});
