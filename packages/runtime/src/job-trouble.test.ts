import { noteOutlived, runOf, WAITED } from './job-trouble.js';

/** A job as Redis counts it; `progress` is what was noted on it. */
function aJob(counts: { started: number; died?: number; threw?: number }) {
  const job = {
    attemptsStarted: counts.started,
    attemptsMade: counts.threw ?? 0,
    stalledCounter: counts.died ?? 0,
    progress: 0 as object | number,
    noted: 0,
    updateProgress(progress: object) {
      job.progress = progress;
      job.noted += 1;
      return Promise.resolve();
    },
  };
  return job;
}

it('knows a job that was never begun, and notes nothing about it', async () => {
  const job = aJob({ started: 1 });
  expect(runOf(job)).toEqual({ first: true });
  await noteOutlived(job, 'well');
  expect(job.noted).toBe(0);
});

it('tells of each death once, however often the job is put off afterwards', async () => {
  const job = aJob({ started: 2, died: 1 });
  expect(runOf(job)).toEqual({ first: false, trouble: 'died' });
  await noteOutlived(job, 'well');
  expect(runOf(job)).toEqual({ first: false });
  await noteOutlived(job, 'well');
  expect(job.noted).toBe(1);
  job.stalledCounter = 2;
  expect(runOf(job)).toEqual({ first: false, trouble: 'died' });
});

it('tells of each death of a job that kills its workers, because nobody lives to note it', () => {
  for (const died of [1, 2, 3]) expect(runOf(aJob({ started: died + 1, died })).trouble).toBe('died');
});

it('tells of each throw once, and of a throw after a death as a throw', async () => {
  const job = aJob({ started: 2, died: 1 });
  await noteOutlived(job, 'threw');
  job.attemptsMade = 1;
  expect(runOf(job)).toEqual({ first: false, trouble: 'threw' });
  await noteOutlived(job, 'well');
  expect(runOf(job)).toEqual({ first: false });
});

it('takes no run for trouble that only waited, whatever came before', async () => {
  const job = { ...aJob({ started: 2, threw: 1 }), failedReason: 'TypeError' };
  expect(runOf(job)).toEqual({ first: false, trouble: 'threw' });
  const waiting = { ...job, attemptsMade: 2, failedReason: WAITED };
  expect(runOf(waiting)).toEqual({ first: false });
  expect(runOf({ ...waiting, stalledCounter: 1 })).toEqual({ first: false, trouble: 'died' });
});
