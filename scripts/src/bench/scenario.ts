/** What a scenario is made of: something that takes leads, the load it is put under, and the figures that come out. */
import type { Buyer } from './load/buyer.js';

/** Measured figures by name; a figure that could not be measured is left out. */
export type Figures = Readonly<Record<string, number>>;

/** Process ids by the name of what they do. */
export type Pids = Readonly<Record<string, readonly number[]>>;

/** How much is sent, and where it is meant to arrive. */
export interface Load {
  readonly leads: number;
  readonly inFlight: number;
  readonly buyer: Buyer;
  /** Numbers the people, so that each is sent once. */
  readonly people: People;
}

/** Answers how many people were numbered before, and numbers `count` more. */
export type People = (count: number) => number;

/** Where leads are posted to. */
export interface Door {
  readonly url: string;
  readonly apiKey: string;
  /** They take turns. */
  readonly campaignIds: readonly [string, ...string[]];
}

/** Something that takes leads over HTTP and brings them to the buyer: Sluice, or a yardstick beside it. */
export interface Contestant {
  readonly door: Door;
  /** The path at which its buyer is called. */
  readonly buyerPath: string;
  /** Where its stores are; a contestant without a database has no `mongodbUrl`. */
  readonly stores: { readonly redisUrl: string; readonly mongodbUrl?: string };
  /** The present processes, stores included. */
  pids(): Pids;
  /** Which of them work behind the gateway. */
  workers(): Pids;
  /** Resolves once no submission is under way any more. */
  atRest(): Promise<void>;
  /** @throws Problem unless every lead accepted so far is delivered */
  verify(): Promise<void>;
}

/** Starts counting people at 0. */
export function countPeople(): People {
  let next = 0;
  return (count) => {
    const first = next;
    next += count;
    return first;
  };
}
