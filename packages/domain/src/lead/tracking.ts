/** Where a lead came from on the web, according to its attribution: address, browser, click ids, page. */
import type { LeadData } from '@sluice/contracts';

const clickIds = ['fbclid', 'fbp', 'fbc', 'ttclid', 'ttp'] as const;
type ClickId = (typeof clickIds)[number];

/** The data by which ad platforms match a person; absent if the lead does not contain it. */
export interface Tracking extends Partial<Readonly<Record<ClickId, string>>> {
  readonly ipAddress?: string;
  readonly userAgent?: string;
  /** The page on which the lead was captured. */
  readonly captureUrl?: string;
}

/** Reads the tracking data of a lead (§4.4). Click ids may be in `attribution` or its `params`. */
export function trackingOf({
  attribution,
  compliance,
}: Pick<LeadData, 'attribution' | 'compliance'>): Tracking {
  const params = isMap(attribution?.['params']) ? attribution['params'] : undefined;
  const sources: Record<string, readonly (Values | undefined)[]> = {
    ipAddress: [attribution, compliance],
    userAgent: [attribution, compliance],
    captureUrl: [attribution],
    ...Object.fromEntries(clickIds.map((name) => [name, [attribution, params]])),
  };
  const found = Object.entries(sources).map(([name, places]) => [name, firstText(places, name)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

type Values = Readonly<Record<string, unknown>>;

function firstText(places: readonly (Values | undefined)[], name: string): string | undefined {
  for (const place of places) {
    const value = place && Object.hasOwn(place, name) ? place[name] : undefined;
    // Trimmed only at the ends: a click id is case-sensitive and must stay unchanged.
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}

function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
