import { setTimeout as pause } from 'node:timers/promises';
import { jobBudgetMs, watchBudget } from './job-budget.js';
import { silentLogger } from '@sluice/process';
import { createMetrics } from '@sluice/process';

async function watchedBudget(budgetMs: number) {
  const metrics = createMetrics('test');
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    error: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
  const gauge = async () => (await metrics.jobsOverdue.get()).values[0]?.value;
  return { budget: watchBudget('routing', budgetMs, log, metrics), lines, gauge };
}

describe('the time budget of a job', () => {
  it('gives up a run that does not settle in time, and reports it as overdue until it settles', async () => {
    const { budget, lines, gauge } = await watchedBudget(50);
    let settle: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => (settle = resolve));
    await expect(budget.within({}, () => hung)).rejects.toMatchObject({ name: 'DeadlineExceededError' });
    expect(budget.overdue()).toMatch(/^1 jobs were given up/);
    expect(await gauge()).toBe(1);
    settle();
    await pause(0);
    expect(budget.overdue()).toBeUndefined();
    expect(await gauge()).toBe(0);
    expect(lines).toEqual([
      'routing gave up a job past its budget',
      'routing: a job that was given up has ended',
    ]);
  });

  it('reports no overdue run once the given-up run has failed', async () => {
    const { budget } = await watchedBudget(20);
    let fail: (error: Error) => void = () => undefined;
    const hung = new Promise<void>((_resolve, reject) => (fail = reject));
    await expect(budget.within({}, () => hung)).rejects.toThrow('did not settle');
    fail(new Error('late'));
    await pause(0);
    expect(budget.overdue()).toBeUndefined();
  });

  it('does not affect a run that succeeds or fails in time', async () => {
    const { budget, lines } = await watchedBudget(5_000);
    expect(await budget.within({}, async () => 7)).toBe(7);
    await expect(
      budget.within({}, async () => {
        throw new Error('its own');
      }),
    ).rejects.toThrow('its own');
    expect(budget.overdue()).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('is longer than the longest outbound call of the job', () => {
    expect(jobBudgetMs(120_000)).toBeGreaterThan(120_000);
  });
});
