/**
 * The hold of an installation: while it is on, no worker calls anybody outside. It is kept with what it protects, so
 * that a restored database can be held before any worker has looked at it.
 */
import type { Collection } from 'mongodb';

/** Who holds the installation, since when and why. */
export interface Hold {
  readonly at: Date;
  readonly by: string;
  readonly reason?: string;
}

/** The hold as stored; there is one at most. */
export interface HoldDocument extends Hold {
  readonly _id: string;
}

const KEY = 'hold';

/** Whether calls to the outside are held. */
export class HoldStore {
  readonly #control: Collection<HoldDocument>;

  constructor(control: Collection<HoldDocument>) {
    this.#control = control;
  }

  /** The hold that is on, if there is one. */
  async current(): Promise<Hold | undefined> {
    const found = await this.#control.findOne({ _id: KEY });
    if (!found) return undefined;
    const { _id, ...hold } = found;
    return hold;
  }

  /** Puts the hold on, unless it is, and answers the one that is on. Workers know of it within two seconds. */
  async put(hold: Hold): Promise<Hold> {
    await this.#control.updateOne({ _id: KEY }, { $setOnInsert: hold }, { upsert: true });
    return (await this.current()) ?? hold;
  }

  /** Takes the hold off; false when there was none. */
  async release(): Promise<boolean> {
    return (await this.#control.deleteOne({ _id: KEY })).deletedCount === 1;
  }
}
