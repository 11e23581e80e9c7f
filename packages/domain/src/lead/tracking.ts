/** Where a lead came from on the web, according to its attribution: address, browser, click ids, page. */
import {
  isObject,
  hasVisible,
  trackedFields,
  trackingFields,
  trimInvisible,
  type LeadData,
  type Trace,
  type TraceEntry,
  type TrackingField,
} from '@sluice/contracts';
import { judgedTracking, type JudgedValue } from './tracking-value.js';

/** The data by which ad platforms match a person; absent if the lead does not contain it, or nothing that can be right. */
export type Tracking = Partial<Readonly<Record<TrackingField, string>>>;

type Tracked = Pick<LeadData, 'attribution' | 'compliance'>;
type Place = readonly [name: string, values: Values | undefined];
type Values = Readonly<Record<string, unknown>>;

/** Reads the tracking data of a lead (§4.4). What cannot be right is passed over; of a list, the first value counts. */
export function trackingOf(data: Tracked): Tracking {
  const found = trackedFields.map((field) => [field, read(data, field).text] as const);
  return Object.fromEntries(found.filter(([, text]) => text !== undefined));
}

/** What {@link trackingOf} leaves out of these fields, and why; the values are not in it. */
export function leftOutTracking(data: Tracked, fields: readonly TrackingField[]): Trace {
  return fields.flatMap((field) => read(data, field).leftOut);
}

interface Read {
  readonly text?: string;
  readonly leftOut: Trace;
}

function read(data: Tracked, field: TrackingField): Read {
  const leftOut: TraceEntry[] = [];
  for (const [name, values] of placesOf(data, field)) {
    const value = firstOf(values && Object.hasOwn(values, field) ? values[field] : undefined);
    if (value === undefined) continue;
    const judged = judgedOf(field, value);
    const because = judged.kind === 'wrong' ? judged.because : judged.without;
    if (because !== undefined) {
      leftOut.push({ looked: 'tracking', at: `${name}.${field}`, verdict: 'skipped', because });
    }
    if (judged.kind === 'right') return { text: judged.text, leftOut };
  }
  return { leftOut };
}

function placesOf({ attribution, compliance }: Tracked, field: TrackingField): readonly Place[] {
  const params = firstOf(attribution?.['params']);
  const all = { attribution, compliance, 'attribution.params': isObject(params) ? params : undefined };
  return trackingFields[field].places.map((name) => [name, all[name]]);
}

// Trimmed only at the ends: a click id is case-sensitive and must stay unchanged.
function judgedOf(field: TrackingField, value: unknown): JudgedValue {
  return typeof value === 'string'
    ? judgedTracking(field, trimInvisible(value))
    : { kind: 'wrong', because: 'not_text' };
}

// A parameter that a link has twice arrives as a list.
function firstOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(firstOf).find((each) => each !== undefined);
  if (value === null || (typeof value === 'string' && !hasVisible(value))) return undefined;
  return value;
}
