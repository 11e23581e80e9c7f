/** The zone in which times and days stand: that of the tenant which a page is about. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** IANA name of the zone of everything inside; without one, that of the browser. */
export const Zone = createContext<string | undefined>(undefined);

/** The zone here. */
export function useZone(): string | undefined {
  return useContext(Zone);
}
