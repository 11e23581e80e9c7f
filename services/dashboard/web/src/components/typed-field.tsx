/** A filter with text input: the text shows at once and takes effect once the person stops typing. */
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../api/use-address.js';
import { TextField } from './field.js';

const RESTS_AFTER_MS = 250;

interface TypedFieldProps {
  /** Its name in the page's address. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'search' | 'date';
  readonly placeholder?: string;
}

export function TypedField({ name, label, type, placeholder }: TypedFieldProps) {
  const [value, setValue] = useTyped(name);
  return (
    <TextField
      label={label}
      {...(type && { type })}
      {...(placeholder !== undefined && { placeholder })}
      value={value}
      onValue={setValue}
    />
  );
}

// The text of the filter `name`, and its input handler.
function useTyped(name: string): [string, (text: string) => void] {
  const [address, change] = useAddress();
  const inAddress = address[name] ?? '';
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
