/** Dialogs over the page, and the confirmation that explains a change before it is made. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { asProblem, type Problem } from '../api/problem.js';
import { buttonClass } from './button.js';

interface DialogProps {
  readonly title: string;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A dialog that is open while it is rendered. The browser keeps the focus inside; Escape closes it. */
export function Dialog({ title, wide, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** A change that the person must confirm. */
export interface Confirmation {
  readonly title: string;
  /** What the change does, and to what. */
  readonly what: ComponentChildren;
  /** The label of the button that makes the change: a verb phrase, e.g. "Pause queue". */
  readonly does: string;
  /** Set for a change that cannot be undone. */
  readonly danger?: boolean;
  /** Makes the change; a rejection is shown in the dialog, which stays open. */
  readonly run: () => Promise<unknown>;
}

const asked = signal<Confirmation | undefined>(undefined);

/** Asks the person, and makes the change once confirmed. */
export function confirm(confirmation: Confirmation): void {
  asked.value = confirmation;
}

/** The place of confirmations; rendered once, in the frame. */
export function Confirmations() {
  const confirmation = asked.value;
  return confirmation ? <Asking key={confirmation} confirmation={confirmation} /> : null;
}

function Asking({ confirmation: { title, what, does, danger, run } }: { confirmation: Confirmation }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const close = (): void => {
    if (!busy) asked.value = undefined;
  };
  const go = (event: Event): void => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    run()
      .then(() => {
        asked.value = undefined;
      })
      .catch((error: unknown) => setProblem(asProblem(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={go}>
        <div>{what}</div>
        {problem && (
          <div class="notice bad" role="alert">
            {[problem.message, ...problem.details].join(' · ')}
          </div>
        )}
        <div class="actions">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            class={buttonClass({ main: true, ...(danger && { danger }) })}
            aria-disabled={busy}
            autofocus
          >
            {busy ? 'One moment…' : does}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
