/** The caller of an operation. Only an entry point creates one, so that each operation has a person or key to name. */
import type { AdminRole, Channel, Membership } from '@sluice/contracts';
import type { Request, Response } from 'express';

/** The person or program that the audit names. */
export interface Actor {
  /** The person's address, or the name of the admin key. */
  readonly name: string;
  /** The id of a person who has an account. */
  readonly personId?: string;
  /** Its role in the installation, if it is an operator. */
  readonly role?: AdminRole | undefined;
  /** Its places in tenants. */
  readonly memberships: readonly Membership[];
  /** The session of a person; an admin key has none. */
  readonly session?: {
    readonly id: string;
    /** Whether the person may do nothing yet but set up a second factor. */
    readonly needsSecondFactor: boolean;
  };
  /** The entry point that admitted the caller. */
  readonly via: Channel;
  /** The address or the machine that the call came from. */
  readonly from: string;
}

/**
 * Identifies the caller of a request. Returns undefined for an unknown caller, which is answered UNAUTHORIZED. May
 * throw an ApiError of its own, e.g. RATE_LIMITED, and sets the headers that belong to it.
 */
export type Identify = (request: Request, response: Response) => Promise<Actor | undefined>;

/** An entry point's way to know its callers. */
export interface Identification {
  readonly identify: Identify;
  /**
   * Who the caller of a request that was admitted is now, for as long as its stream is open; undefined once the caller
   * would not be admitted again. Costs no rate limit and sets no header. Rejects if nothing that knows it answers.
   */
  readonly again: (request: Request) => Promise<Actor | undefined>;
}
