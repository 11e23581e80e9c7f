/**
 * How a finding is declared: what is looked at, from which measure on a person looks at it or is woken by it, its words,
 * what to do, and where it is read. Now, Attention, `sluice doctor` and the alert rules all read the declarations.
 */
import type { AdminEndpoint, Finding, FindingAction, FindingSeverity } from '@sluice/contracts';
import type { Observation } from './observation.js';

/**
 * The measures above which a finding is worth a note, is to be looked at (`warning`, an alert of severity `ticket`), and
 * wakes the operator on call (`bad`, an alert of severity `page`). A level that is absent is never reached. In the unit of
 * the measure: milliseconds, a fraction, or a count.
 */
export interface Thresholds {
  readonly note?: number;
  readonly lookAt?: number;
  readonly wake?: number;
}

/** What an observation shows of a finding; its severity follows from `measured`. */
export interface Sighting extends Pick<
  Finding,
  'id' | 'subject' | 'tenantId' | 'headline' | 'count' | 'counted' | 'todo' | 'command'
> {
  readonly actions?: readonly FindingAction[];
  /** What the thresholds are compared with. */
  readonly measured: number;
  readonly since?: Date;
  readonly next?: { readonly text: string; readonly at: Date };
  /** Some of those that are counted, by name. */
  readonly names?: string;
  /** The page with the details, if it is not that of the finding. */
  readonly link?: string;
}

/** An alert on a finding, in terms of Prometheus. */
export interface Alert {
  readonly name: `Sluice${string}`;
  /** The threshold that it watches. */
  readonly level: 'lookAt' | 'wake';
  readonly expr: string;
  /** How long it must last before a person is notified, so that nobody is notified of what passes: `10m`. */
  readonly lasts: string;
  /** The headline of the finding, with labels in place of names, and what the metric tells besides. */
  readonly summary: string;
}

interface FindingFacts {
  readonly kind: string;
  /** The part of the installation, under which `sluice doctor` lists it. */
  readonly area: FindingArea | ((finding: Pick<Finding, 'id'>) => FindingArea);
  readonly page: string;
  /** Its page in docs/run/runbook, and the anchor of its section there. */
  readonly runbook: `${string}.md#${string}`;
  /** The metric that shows the same, if there is one. */
  readonly metric?: string;
  /** Whether its headline names the tenant, so that nothing needs to be put before it. */
  readonly namesTenant?: true;
  /** Absent for what only metrics show. */
  readonly find?: (seen: Observation) => readonly Sighting[];
}

/** The parts of an installation, in the order in which `sluice doctor` lists them. */
export const findingAreas = [
  'mongodb',
  'redis',
  'services',
  'queues',
  'outbox',
  'endpoints',
  'configuration',
  'leads',
] as const;
export type FindingArea = (typeof findingAreas)[number];

/** A declared finding. */
export interface FindingDeclaration extends FindingFacts {
  readonly thresholds: Thresholds;
  readonly alert: Alert | undefined;
}

/** Declares a finding; its alert is made from its thresholds. */
export function defineFinding<const Own extends Thresholds>({
  thresholds,
  alert,
  ...facts
}: FindingFacts & {
  readonly thresholds: Own;
  readonly alert?: (thresholds: Own) => Alert;
}): FindingDeclaration {
  return { ...facts, thresholds, alert: alert?.(thresholds) };
}

/** How urgent such a measure is; undefined if it is no finding. */
export function severityOf(
  { note = Infinity, lookAt = Infinity, wake = Infinity }: Thresholds,
  measured: number,
): FindingSeverity | undefined {
  if (measured > wake) return 'bad';
  if (measured > lookAt) return 'warning';
  return measured > note ? 'note' : undefined;
}

type Operation = Pick<AdminEndpoint, 'operationId' | 'method' | 'path' | 'role'>;

/** The operation that resolves a finding, or stops what it is about; `label` is a verb phrase. */
export function actionOf(
  { operationId, method, path, role }: Operation,
  label: string,
  params: Readonly<Record<string, string>> = {},
  { needsReason = false } = {},
): FindingAction {
  if (method === 'GET') throw new Error(`${operationId} changes nothing`);
  const filled = path.replace(/\{(\w+)\}/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''));
  return { operationId, method, path: filled, role, label, needsReason };
}

/** An operation that a person makes on a page, because there is something to choose first. */
export function actionAt(link: string, { operationId, role }: Operation, label: string): FindingAction {
  return { operationId, role, label, link };
}

/**
 * The address of what waits for a person in a tenant for this cause: a status, with a reason or without. With `since`, of
 * what ended at or after it.
 */
export function causeLink(tenantId: string, cause: string, since?: Date): string {
  const from = since && { since: since.toISOString() };
  return `/attention?${new URLSearchParams({ tenant: tenantId, cause, ...from }).toString()}`;
}

/** A sentence about a tenant, for readers who see no more than it. */
export function ofTenant(tenantId: string, sentence: string): string {
  return `Tenant ${tenantId}: ${sentence}`;
}

/** A label of a metric, as a summary of an alert writes it. */
export function label(name: string): string {
  return `{{ $labels.${name} }}`;
}

/** A threshold in milliseconds, in the seconds of a metric. */
export function inSeconds(ms: number): number {
  return ms / 1_000;
}

/**
 * The latest value of a metric of the whole installation. It is missing from a scrape or two while another worker begins to
 * sweep, and an alert that waits for it must not begin anew.
 */
export function lately(metric: string): string {
  return `last_over_time(${metric}[2m])`;
}
