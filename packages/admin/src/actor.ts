/** Who asks for an operation. Only a door makes one, so that each operation has a person or key to name. */
import type { AdminRole } from '@sluice/contracts';
import type { Request, Response } from 'express';

/** The person or program that the audit names. */
export interface Actor {
  /** The person's name, or that of the admin key. */
  readonly name: string;
  readonly role: AdminRole;
  /** The door: `session`, `admin key` or `command line`. */
  readonly via: string;
  /** The address, or the machine, that it came from. */
  readonly from: string;
}

/**
 * Says who sends a request; undefined when the door does not know, which is answered UNAUTHORIZED. May throw an ApiError
 * of its own, e.g. RATE_LIMITED, and sets the headers that belong to it.
 */
export type Identify = (request: Request, response: Response) => Promise<Actor | undefined>;
