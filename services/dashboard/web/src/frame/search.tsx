/** The search in the head: `/` focuses it from anywhere, Enter finds leads. */
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';

const writing = 'input, textarea, select, [contenteditable], dialog';

export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const { route } = useLocation();

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
        if (wanted !== '') route(`/leads?${new URLSearchParams({ search: wanted }).toString()}`);
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label="Lead id, email, phone or name"
        placeholder="Lead id, email, phone or name"
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
