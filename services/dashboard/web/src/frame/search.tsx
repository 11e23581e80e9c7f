/** The search in the head: `/` focuses it from anywhere, Enter finds leads. */
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { may } from '../api/session.js';
import { searched } from './searched.js';

const writing = 'input, textarea, select, [contenteditable], dialog';

export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { route } = useLocation();
  const asked = may('operate') ? 'Lead id, email, phone or name' : 'Lead id';

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const from = event.target instanceof Element ? event.target : undefined;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || from?.closest(writing))
        return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  return (
    <form
      class="search"
      role="search"
      aria-label="Find a lead"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = text.trim();
        if (wanted === '') return;
        searched.value = wanted;
        route('/leads');
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={asked}
        placeholder={asked}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
