/** A filter that is typed: what is typed shows at once, and takes effect when the typing rests. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';

const RESTS_AFTER_MS = 250;

/** The text of the filter `name`, and what is done as it is typed. */
export function useTyped(name: string): [string, (text: string) => void] {
  const [query, change] = useQuery();
  const inAddress = query[name] ?? '';
  const [text, setText] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(change);
  latest.current = change;
  // "Back" and "Clear" change the address without typing.
  useEffect(() => setText(inAddress), [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    text,
    (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current({ [name]: typed.trim() }), RESTS_AFTER_MS);
    },
  ];
}
