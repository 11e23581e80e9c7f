/** The time zone of a page's times and dates: that of its tenant. */
import { createContext, useContext } from 'react';

/** The IANA name of the time zone for everything inside; by default that of the browser. */
export const Zone = createContext<string | undefined>(undefined);

/** The time zone at this place. */
export function useZone(): string | undefined {
  return useContext(Zone);
}
