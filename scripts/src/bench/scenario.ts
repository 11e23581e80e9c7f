/** The parts of a scenario: a contestant that takes leads, the load, and the resulting figures. */
import type { Buyer } from './load/buyer.js';

/** Measured figures by name; a figure that could not be measured is left out. */
export type Figures = Readonly<Record<string, number>>;

/** Process ids by the name of their task. */
export type Pids = Readonly<Record<string, readonly number[]>>;

/** The amount of load, and its destination. */
export interface Load {
  readonly leads: number;
  readonly inFlight: number;
  readonly buyer: Buyer;
  /** Numbers the people, so that each is sent only once. */
  readonly people: People;
}

/** Reserves the next `count` numbers, and returns how many were reserved before. */
export type People = (count: number) => number;

/** The address to which leads are posted. */
export interface Target {
  readonly url: string;
  readonly apiKey: string;
  /** Used in turn. */
  readonly campaignIds: readonly [string, ...string[]];
}

/** A system that takes leads over HTTP and delivers them to the buyer: Sluice or a yardstick. */
export interface Contestant {
  readonly target: Target;
  /** The path at which its buyer is called. */
  readonly buyerPath: string;
  /** How many buyers are asked before one takes the lead, with that one; 1 if absent. */
  readonly nthBuyer?: number;
  /** The addresses of its stores; a contestant without a database has no `mongodbUrl`. */
  readonly stores: { readonly redisUrl: string; readonly mongodbUrl?: string };
  /** The current processes, including the stores. */
  pids(): Pids;
  /** Those of them that work behind the gateway. */
  workers(): Pids;
  /** Resolves once no submission is in progress. */
  atRest(): Promise<void>;
  /** @throws Problem unless every lead accepted so far is delivered */
  verify(): Promise<void>;
}

/** Starts numbering people at 0. */
export function countPeople(): People {
  let next = 0;
  return (count) => {
    const first = next;
    next += count;
    return first;
  };
}
