/** What the doctor says of an examined installation: the findings of its observation, and those of this machine. */
import { findingAreas, findingsOf, type Observation } from '@sluice/reports';
import { reported, type Examination, type Finding } from './finding.js';

/** Every examined part. */
export interface Examined {
  readonly mongodb: Examination;
  readonly redis: Examination;
  readonly services: Examination;
  /** `ENCRYPTION_KEY`. */
  readonly ofKey: Examination;
}

/** The doctor's answer. */
export interface DoctorReport extends Pick<Examination, 'findings' | 'unseen'> {
  /** Whether everything was examined and is healthy. */
  readonly well: boolean;
  /** A description of the store; absent if it does not answer. */
  readonly mongodb?: string;
  readonly redis?: string;
}

/** Puts the parts together, their findings by area. */
export function reportOf({ mongodb, redis, services, ofKey }: Examined): DoctorReport {
  const parts = [ofKey, mongodb, redis, services];
  const found = [...parts.flatMap((part) => part.findings), ...observedFindings(parts)];
  const findings = findingAreas.flatMap((area) => found.filter((finding) => finding.area === area));
  const unseen = parts.flatMap((part) => part.unseen);
  const well = findings.length === 0 && unseen.length === 0;
  return { well, mongodb: mongodb.seen, redis: redis.seen, findings, unseen };
}

// What is only worth a note is no problem.
function observedFindings(parts: readonly Pick<Examination, 'observed'>[]): readonly Finding[] {
  const observed = Object.assign({}, ...parts.map((part) => part.observed)) as Partial<Observation>;
  const away = parts.flatMap((part) => part.observed.away ?? []);
  return findingsOf({ at: new Date(), ...observed, away })
    .filter(({ severity }) => severity !== 'note')
    .map(reported);
}

/** The answer in sentences. */
export function reportText({ mongodb, redis, findings, unseen }: DoctorReport): string {
  return [
    ...(mongodb === undefined ? [] : [`MongoDB is ${mongodb}.`]),
    ...(redis === undefined ? [] : [`Redis is ${redis}.`]),
    ...findings.map(({ area, problem, remedy }) => `${area}: ${problem}\n  ${remedy}`),
    ...unseen.map((sentence) => `not checked: ${sentence}`),
    ...(findings.length > 0 ? [] : [wellText(unseen)]),
  ].join('\n');
}

function wellText(unseen: Examination['unseen']): string {
  return unseen.length === 0
    ? `Everything is healthy: ${findingAreas.join(', ')}.`
    : 'Everything that was checked is healthy.';
}
