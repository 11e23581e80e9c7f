/** The doctor's findings: something missing or wrong, with its remedy. */
import type { Finding as ObservedFinding } from '@sluice/contracts';
import type { Unread } from '@sluice/admin';
import { areaOf, findingSentence, type FindingArea, type Observation } from '@sluice/reports';

/** One problem. */
export interface Finding extends Partial<Pick<ObservedFinding, 'kind' | 'severity' | 'runbook'>> {
  readonly area: FindingArea;
  /** One sentence. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The result of examining one part of an installation. */
export interface Examination {
  /** A one-sentence description of the part; absent if it does not answer. */
  readonly seen?: string;
  /** What was observed of it; its findings are those that the dashboard shows. */
  readonly observed: Partial<Observation>;
  /** Further findings, which only a look from this machine has. */
  readonly findings: readonly Finding[];
  /** What could not be examined, in one sentence each with the reason. */
  readonly unseen: readonly string[];
}

/** A finding of the dashboard's first page, with its command in place of a button. */
export function reported(finding: ObservedFinding): Finding {
  const { kind, severity, runbook, todo, command } = finding;
  const run = command === undefined ? undefined : `Run \`${command}\`.`;
  const remedy = [todo, run].filter((sentence) => sentence !== undefined).join(' ');
  return { area: areaOf(finding), problem: findingSentence(finding), remedy, kind, severity, runbook };
}

/** What could not be read of a store that answers. */
export function unreadFindings(area: FindingArea, unread: readonly Unread[]): readonly Finding[] {
  const store = area === 'redis' ? 'Redis' : 'MongoDB';
  return unread.map(({ part, because }) => ({
    area,
    problem: `${store} answers, but not what it holds of ${wordsOf(part)}: ${because}.`,
    remedy: `Check the rights of the user and the load of ${store}, then run the doctor again.`,
  }));
}

// The names of observed parts are words already, only written together.
function wordsOf(part: string): string {
  return part.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
