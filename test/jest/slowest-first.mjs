/**
 * The order of test files: those that start an installation first, because they take longest and mostly wait, then larger
 * files before smaller ones, so that no worker ends long before the others.
 */
import Sequencer from '@jest/test-sequencer';
import { fileURLToPath } from 'node:url';

const installations = fileURLToPath(new URL('..', import.meta.url));

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const sized = tests.map((test) => ({
      test,
      starts: test.path.startsWith(installations) ? 0 : 1,
      size: test.context.hasteFS.getSize(test.path) ?? 0,
    }));
    return sized.sort((a, b) => a.starts - b.starts || b.size - a.size).map(({ test }) => test);
  }
}
