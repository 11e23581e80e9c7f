/** Processor time that `work` takes, so that other work on the machine does not count. */
export function spentMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
}
