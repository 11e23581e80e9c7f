/** The query of the page's address as state, so that a filtered page can be sent to a colleague and survives "back". */
import { useSearchParams } from 'react-router';

/**
 * The values of the query, and a function that changes some of them; an undefined or empty value is removed from the
 * address.
 */
export function useAddress(): [
  Readonly<Record<string, string | undefined>>,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const [params, setParams] = useSearchParams();
  const change = (changes: Readonly<Record<string, string | undefined>>): void => {
    // Not from `params`: they are those of the last render, and a change that was made since would be taken back.
    const next = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParams(next, { replace: true });
  };
  return [Object.fromEntries(params), change];
}
