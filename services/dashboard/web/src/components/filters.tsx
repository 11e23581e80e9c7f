/** The filters of a list: a form whose values are kept in the page's address. */
import type { ReactNode } from 'react';
import { Button } from './button.js';

interface FiltersProps {
  readonly label: string;
  /** For a few fields, one of which shows names. */
  readonly wide?: boolean;
  /** Fields; they take effect as they are changed, or with Enter. */
  readonly children: ReactNode;
  readonly onSubmit?: () => void;
  /** The label of the button that submits; default `Filter`. */
  readonly submit?: string;
  /** Offered while any filter is set. */
  readonly onClear?: (() => void) | undefined;
}

export function Filters({ label, wide, children, onSubmit, submit = 'Filter', onClear }: FiltersProps) {
  return (
    <form
      className={wide ? 'filters wide' : 'filters'}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      {children}
      {onSubmit && <Button type="submit">{submit}</Button>}
      {onClear && (
        <Button plain onClick={onClear}>
          Clear
        </Button>
      )}
    </form>
  );
}
