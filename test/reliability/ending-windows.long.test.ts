import { testWindows } from './window-suite.js';
import { windowsWith } from './windows.js';

/**
 * One failpoint of each service at which the leads of a batch differ most: some written and some not, some effects
 * enqueued and some not, slots reserved, calls claimed, webhooks sent. The long suite covers the other failpoints.
 */
const ofMany = [
  'gateway after-write-before-enqueue',
  'qualification after-effect-before-enqueue',
  'routing after-opening-before-decision',
  'delivery after-attempt-before-call',
  'webhook after-effect-call-before-record',
  'pixel after-effect-load',
];

describe('with a process that ends at each failpoint', () => {
  const many = windowsWith(64).filter(({ service, name }) => ofMany.includes(`${service} ${name}`));
  testWindows({ effect: 'ends', processes: 1, windows: [...windowsWith(1), ...many] });
});
