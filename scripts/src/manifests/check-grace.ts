/** Compares how long a platform waits for a stopping process with the longest time that the process takes. */
import type { ServiceContract } from '@sluice/local';

/** After giving up by itself, a process needs a moment to report it before it is killed. */
const MARGIN_SECONDS = 5;

/** One sentence for each problem; each starts with `where`. */
export function checkGrace(
  where: string,
  service: ServiceContract,
  {
    given,
    platformSeconds,
    preStopSeconds = 0,
  }: {
    /** The value of SHUTDOWN_GRACE_SECONDS; another check makes sure that it is set. */
    readonly given: string | undefined;
    readonly platformSeconds: number | undefined;
    /** The part of its time that the platform uses before it signals the process. */
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
