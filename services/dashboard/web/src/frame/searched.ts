/**
 * What the person searches leads for. It is personal data, so it is neither in the page's address, which proxies and the
 * browser's history record, nor kept by the browser: it lasts until the tab is reloaded or the session ends.
 */
import { create } from 'zustand';
import { useSession } from '../api/session.js';

export const useSearched = create(() => '');

/** Searches for a text; none ends the search. */
export function searchFor(text: string): void {
  useSearched.setState(text.trim());
}

useSession.subscribe(({ session }) => {
  if (typeof session !== 'object') searchFor('');
});
