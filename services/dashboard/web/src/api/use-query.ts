/** The query of the page's address as state, so that a filtered page can be sent to a colleague and survives "back". */
import { useLocation } from 'preact-iso';

/**
 * The values of the query, and a function that changes some of them; an undefined or empty value is removed from the
 * address.
 */
export function useQuery(): [
  Readonly<Record<string, string | undefined>>,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { query, path, route } = useLocation();
  const values = query as Readonly<Record<string, string | undefined>>;
  const change = (changes: Readonly<Record<string, string | undefined>>): void => {
    const given = Object.entries({ ...values, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
    );
    const text = new URLSearchParams(given).toString();
    route(text === '' ? path : `${path}?${text}`, true);
  };
  return [values, change];
}
