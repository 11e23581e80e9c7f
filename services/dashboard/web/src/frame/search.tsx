/** The search in the head: `/` focuses it from anywhere, Enter finds leads. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { may } from '../api/session.js';
import { searchFor } from './searched.js';

const writing = 'input, textarea, select, [contenteditable], [role=dialog]';

export function Search() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const asked = may('adminSearchLeads:people') ? 'Lead id, email, phone or name' : 'Lead id';

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
      className="search"
      role="search"
      aria-label="Find a lead"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        searchFor(text);
        void navigate('/leads');
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={asked}
        placeholder={asked}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
