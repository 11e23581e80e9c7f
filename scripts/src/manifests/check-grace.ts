/** Compares how long a platform waits for a process that it stops with how long the process takes at most. */
import type { ServiceContract } from '@sluice/local';

/** Between giving up by itself and being killed, a process needs a moment to say so. */
const MARGIN_SECONDS = 5;

/** One sentence for each thing that is wrong; `where` begins each. */
export function checkGrace(
  where: string,
  service: ServiceContract,
  {
    given,
    platformSeconds,
    preStopSeconds = 0,
  }: {
    /** What SHUTDOWN_GRACE_SECONDS is set to; that it is set is another check's business. */
    readonly given: string | undefined;
    readonly platformSeconds: number | undefined;
    /** What the platform takes of its time before it tells the process. */
    readonly preStopSeconds?: number;
  },
): string[] {
  const graceSeconds = given === undefined ? service.graceSeconds : Number(given);
  const problems: string[] = [];
  if (!(graceSeconds >= service.graceSeconds)) {
    problems.push(
      `${where} sets SHUTDOWN_GRACE_SECONDS to ${given} where its longest call needs ${service.graceSeconds}.`,
    );
  }
  const needed = graceSeconds + preStopSeconds + MARGIN_SECONDS;
  if (platformSeconds !== undefined && platformSeconds >= needed) return problems;
  return [
    ...problems,
    `${where} is killed after ${platformSeconds ?? 'an unknown number of'} seconds where it may need ${needed}.`,
  ];
}
