/**
 * Which trouble a run of a job follows. Redis counts how often a job's worker died and how often it threw, for as long
 * as the job lives; a job that was put off and runs again must not be taken for one that has just died once more. So
 * a run that outlived such trouble notes the counts on the job, and only what was added since is news.
 */
import type { Job } from 'bullmq';

/** How a job came to be run. */
export interface StageRun {
  /** The job was never begun before. */
  readonly first: boolean;
  /** How the run before this one ended badly, if it did: it threw, or its worker died with the job in hand. */
  readonly trouble?: 'threw' | 'died';
}

type Counts = Pick<Job, 'attemptsStarted' | 'attemptsMade' | 'stalledCounter' | 'progress'> &
  Partial<Pick<Job, 'failedReason'>>;

/** What is thrown for a run that only waited for somebody: kept on the job with the count of its throws, in one step. */
export const WAITED = 'waited';

interface Outlived {
  readonly died: number;
  readonly threw: number;
}

/** What a run of `job` that begins now follows. */
export function runOf(job: Counts): StageRun {
  const { died, threw } = outlived(job);
  const first = job.attemptsStarted <= 1;
  if (job.stalledCounter > died) return { first, trouble: 'died' };
  if (job.failedReason === WAITED) return { first };
  return job.attemptsMade > threw ? { first, trouble: 'threw' } : { first };
}

/** Notes that a run ended, well or by throwing, and so did not die; best effort, and nothing for a job without trouble. */
export async function noteOutlived(
  job: Counts & Pick<Job, 'updateProgress'>,
  ended: 'well' | 'threw',
): Promise<void> {
  const before = outlived(job);
  const now = { died: job.stalledCounter, threw: ended === 'well' ? job.attemptsMade : before.threw };
  if (now.died === before.died && now.threw === before.threw) return;
  await job.updateProgress(now).catch(() => undefined);
}

function outlived({ progress }: Counts): Outlived {
  const { died, threw } = Object(progress) as Partial<Outlived>;
  return { died: died ?? 0, threw: threw ?? 0 };
}
