/**
 * The order of test files: slowest first, so that no worker ends long before the others. `short-chaos` fills a machine by
 * itself, so the files after it are those that mostly wait.
 */
import Sequencer from '@jest/test-sequencer';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const slowestFirst = [
  'test/chaos/short-chaos.test.ts',
  'services/dashboard/test/scaling.test.ts',
  'packages/cli/test/command-line.test.ts',
  'packages/queue/test/lost-batches.test.ts',
  'packages/cli/test/replay-and-resolve.test.ts',
  'packages/queue/test/watch-queue.test.ts',
  'packages/pipeline/test/backlog.test.ts',
];
/** Fills a machine too, and would wait for `short-chaos`: it begins when the tests of installations have begun. */
const afterInstallations = 'scripts/test/start.test.ts';
const gone = [...slowestFirst, afterInstallations].filter((file) => !existsSync(root + file));
if (gone.length > 0) throw new Error(`No such test file: ${gone.join(', ')}`);

/** Followed by tests that start an installation, then larger files before smaller ones. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const file = path.slice(root.length);
      const named = slowestFirst.indexOf(file);
      if (named >= 0) return named;
      if (file.startsWith('test/')) return slowestFirst.length;
      return slowestFirst.length + (file === afterInstallations ? 1 : 2);
    };
    const sized = tests.map((test) => ({
      test,
      rank: rank(test),
      size: test.context.hasteFS.getSize(test.path) ?? 0,
    }));
    return sized.sort((a, b) => a.rank - b.rank || b.size - a.size).map(({ test }) => test);
  }
}
