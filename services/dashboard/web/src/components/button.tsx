/** Buttons: they act at once; one that needs a confirmation opens it (see `confirm.tsx`). */
import { useState, type MouseEvent, type ReactNode } from 'react';
import { toastProblem } from './toast.js';

/** The look of a button: `main` for the main action of a page, `danger` for an action that cannot be undone. */
export interface ButtonLook {
  readonly main?: boolean;
  readonly danger?: boolean;
  readonly plain?: boolean;
  readonly small?: boolean;
  readonly icon?: boolean;
}

/** The classes of a look, also for a link that looks like a button. */
export function buttonClass({ main, danger, plain, small, icon }: ButtonLook): string {
  const named = { main, danger, plain, small, icon };
  return ['button', ...Object.entries(named).flatMap(([name, on]) => (on ? [name] : []))].join(' ');
}

type ButtonProps = ButtonLook & {
  readonly children: ReactNode;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean | undefined;
  /** The accessible name of a button that only shows an icon. */
  readonly label?: string;
  readonly title?: string;
  /** The button is busy while the returned promise is pending; a rejection is shown as a toast. */
  readonly onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
};

export function Button({ children, type = 'button', disabled, label, title, onClick, ...look }: ButtonProps) {
  const [busy, setBusy] = useState(false);
  const click = (event: MouseEvent<HTMLButtonElement>): void => {
    if (busy) return event.preventDefault();
    const running = onClick?.(event);
    if (!(running instanceof Promise)) return;
    setBusy(true);
    running.catch(toastProblem).finally(() => setBusy(false));
  };
  return (
    <button
      type={type}
      className={buttonClass(look)}
      disabled={disabled}
      aria-disabled={busy}
      aria-label={label}
      title={title ?? label}
      onClick={click}
    >
      {children}
    </button>
  );
}
