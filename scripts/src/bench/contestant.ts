/** What is measured, and what it is measured with. */
import type { Buyer } from './load/buyer.js';
import type { Campaign } from './sluice/campaigns.js';

/** Measured figures by name; a figure that could not be measured is left out. */
export type Figures = Readonly<Record<string, number>>;

/** Process ids by the name of their task. */
export type Pids = Readonly<Record<string, readonly number[]>>;

/** A system that takes leads over HTTP and delivers them to the buyer: Sluice or a yardstick. */
export interface Contestant {
  readonly url: string;
  readonly apiKey: string;
  readonly campaign: Campaign;
  /** The current processes, including the stores. */
  pids(): Pids;
  /** Resolves once no lead and no effect is in progress. */
  atRest(): Promise<void>;
}

/** One round of a run. */
export interface Bench {
  readonly leads: number;
  readonly inFlight: number;
  readonly perSecond?: number;
  readonly buyer: Buyer;
  /** For the data of the round. */
  readonly folder: string;
}
