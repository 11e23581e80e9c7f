/**
 * The table of findings, and everything that is wrong with an installation, in words, worst first; a healthy system has
 * no findings. Pure: computed from one observation.
 */
import type { Finding } from '@sluice/contracts';
import { ofTenant, severityOf, type FindingArea, type FindingDeclaration, type Sighting } from './declare.js';
import { callFindings } from './kinds/calls.js';
import { configurationFindings } from './kinds/configuration.js';
import { leadFindings } from './kinds/leads.js';
import { listFindings } from './kinds/lists.js';
import { queueFindings } from './kinds/queues.js';
import { storeFindings } from './kinds/stores.js';
import { sweepFindings } from './kinds/sweep.js';
import type { Observation } from './observation.js';
import { durationText, timeText } from './words.js';

/** Every finding, as it is declared. */
export const findingTable: readonly FindingDeclaration[] = [
  ...storeFindings,
  ...queueFindings,
  ...sweepFindings,
  ...callFindings,
  ...leadFindings,
  ...configurationFindings,
  ...listFindings,
];

const byKind = new Map(findingTable.map((declaration) => [declaration.kind, declaration]));

/** The folder of the documentation for the operator on call. */
export const RUNBOOK = 'docs/run/runbook';

/** All findings of an observation. */
export function findingsOf(seen: Observation): Finding[] {
  const order = { bad: 0, warning: 1, note: 2 } as const;
  return findingTable
    .flatMap((declaration) =>
      (declaration.find?.(seen) ?? []).flatMap((sighting) => findingOf(declaration, sighting, seen.at) ?? []),
    )
    .sort((a, b) => order[a.severity] - order[b.severity] || (b.count ?? 0) - (a.count ?? 0));
}

/** The part of the installation that a finding is about. */
export function areaOf(finding: Finding): FindingArea {
  const { area } = declarationOf(finding);
  return typeof area === 'function' ? area(finding) : area;
}

function declarationOf({ kind }: Pick<Finding, 'kind'>): FindingDeclaration {
  const declaration = byKind.get(kind);
  if (!declaration) throw new Error(`no finding is declared as ${kind}`);
  return declaration;
}

/** A finding's sentence with its tenant, for readers that show nothing else of it. */
export function findingSentence(finding: Finding): string {
  const { tenantId, text } = finding;
  return tenantId === undefined || declarationOf(finding).namesTenant ? text : ofTenant(tenantId, text);
}

function findingOf(
  { kind, thresholds, page, runbook }: FindingDeclaration,
  { measured, since, next, names, actions = [], ...sighting }: Sighting,
  at: Date,
): Finding | undefined {
  const severity = severityOf(thresholds, measured);
  if (severity === undefined) return undefined;
  const { count, counted = '', tenantId } = sighting;
  const counting = count === undefined ? '' : `${count.toLocaleString('en')} ${counted}`.trim();
  const parts = [
    `${sighting.headline}${since ? ` since ${timeText(since, at)}` : ''}`,
    [counting, names].filter(Boolean).join(': '),
    next ? `${next.text} ${inText(next.at, at)}` : '',
  ];
  return {
    ...sighting,
    actions: [...actions],
    kind,
    severity,
    text: `${parts.filter(Boolean).join('; ')}.`,
    since: since?.toISOString(),
    next: next && { text: next.text, at: next.at.toISOString() },
    link: sighting.link ?? (tenantId === undefined ? page : `${page}?tenant=${tenantId}`),
    runbook: `${RUNBOOK}/${runbook}`,
  };
}

function inText(then: Date, now: Date): string {
  const ms = then.getTime() - now.getTime();
  return ms <= 1_000 ? 'now' : `in ${durationText(ms)}`;
}
