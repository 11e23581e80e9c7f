/**
 * What a reader of outside input accepts: it depends on the configuration of its process, while schemas are constants
 * that every module imports. The settings are passed in to a read, and apply to the schemas while it runs.
 */
import { parseRanges, type AddressRange } from '../formats/address-ranges.js';

/** What a process was configured with; made once by {@link readSettings}. */
export interface ReadSettings {
  /** The CIDRs of non-public addresses that URLs may point to, for the HTTP clients that call those URLs. */
  readonly outboundAllow: readonly string[];
  /** The same, parsed. */
  readonly outboundRanges: readonly AddressRange[];
  /**
   * Why the engine cannot run a pattern; undefined if it can. The engine belongs to the domain, which contracts may not
   * import.
   */
  readonly patternProblem: (pattern: string) => string | undefined;
  /** The maximum cost of compiling all patterns of one read, in units of `patternWeight`. */
  readonly patternBudget: number;
}

// About 100 ms.
const budgetOfRequest = 8_000;

/**
 * Makes the settings of a process. What is omitted is strictest: no private address, and the patterns of one read may
 * cost what those of one request may.
 * @throws RangeError when an entry of `outboundAllow` is not a CIDR or an address.
 */
export function readSettings({
  outboundAllow = [],
  patternProblem = () => undefined,
  patternBudget = budgetOfRequest,
}: Partial<Omit<ReadSettings, 'outboundRanges'>> = {}): ReadSettings {
  return { outboundAllow, outboundRanges: parseRanges(outboundAllow), patternProblem, patternBudget };
}

/** Allow no private address, and judge patterns by their form and cost only. */
export const strictestSettings = readSettings();

interface CurrentRead {
  readonly settings: ReadSettings;
  /** What further patterns of this read may cost. */
  weightLeft: number;
}

// Schemas that are used outside of a read are not limited by what was checked before.
let current: CurrentRead = { settings: strictestSettings, weightLeft: Number.POSITIVE_INFINITY };

/**
 * Runs `read`, which must be synchronous, under `settings`. Afterwards, also if it throws, those around it apply again,
 * with what is left of their budget.
 */
export function readUnder<T>(settings: ReadSettings, read: () => T): T {
  const around = current;
  current = { settings, weightLeft: settings.patternBudget };
  try {
    return read();
  } finally {
    current = around;
  }
}

/** The read that runs now; outside of any read, the {@link strictestSettings}. For schemas. */
export function currentRead(): CurrentRead {
  return current;
}
