/** The object that the fields of a group are parts of. */
import { createContext } from 'react';

interface Of {
  /** As it is in the item; undefined if it is not there. */
  readonly value: unknown;
  /** Whether the item may be without it. */
  readonly isOptional: boolean;
}

export const Whole = createContext<Of>({ value: undefined, isOptional: false });
