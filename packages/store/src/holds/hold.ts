/**
 * The hold of an installation: while it is on, no worker calls an external system. It is stored in the database it
 * protects, so that a restored database can be put on hold before any worker reads it.
 */
import type { Collection } from 'mongodb';

/** The hold: who set it, since when and why. */
export interface Hold {
  readonly at: Date;
  readonly by: string;
  readonly reason?: string;
}

/** The hold as stored; there is at most one. */
export interface HoldDocument extends Hold {
  readonly _id: string;
}

const KEY = 'hold';

/** Whether outbound calls are on hold. */
export class HoldStore {
  readonly #control: Collection<HoldDocument>;

  constructor(control: Collection<HoldDocument>) {
    this.#control = control;
  }

  /** The current hold, if it is on. */
  async current(): Promise<Hold | undefined> {
    const found = await this.#control.findOne({ _id: KEY });
    if (!found) return undefined;
    const { _id, ...hold } = found;
    return hold;
  }

  /** Sets the hold unless it is on, and returns the current one. Workers know of it within three seconds. */
  async put(hold: Hold): Promise<Hold> {
    await this.#control.updateOne({ _id: KEY }, { $setOnInsert: hold }, { upsert: true });
    return (await this.current()) ?? hold;
  }

  /** Ends the hold; false if there was none. */
  async release(): Promise<boolean> {
    return (await this.#control.deleteOne({ _id: KEY })).deletedCount === 1;
  }
}
