/** Writes docs/benchmarks.md and its picture. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import type { Samples } from '../run-rounds.js';
import type { RunDescription } from './describe-run.js';
import { markdownReport } from './markdown-report.js';
import { drawPicture } from './picture.js';

const PAGE = join(projectRoot, 'docs', 'benchmarks.md');
const PICTURE = 'benchmarks.svg';

/** Overwrites both files and returns their paths. */
export async function writeReport(run: RunDescription, samples: Samples): Promise<readonly string[]> {
  const picture = join(projectRoot, 'docs', PICTURE);
  writeFileSync(picture, drawPicture(samples));
  writeFileSync(PAGE, markdownReport(run, samples, PICTURE));
  // `npm run check` refuses a page whose tables are not aligned.
  const formatter = join(projectRoot, 'node_modules', 'oxfmt', 'bin', 'oxfmt');
  await promisify(execFile)(process.execPath, [formatter, PAGE], { cwd: projectRoot });
  return [PAGE, picture];
}
