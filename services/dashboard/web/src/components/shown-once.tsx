/** A secret that Sluice generated: shown only once, to be copied. */
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { Copied } from './copy.js';
import { Dialog } from './dialog.js';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** On the copy button, e.g. "key". */
  readonly kind: string;
  readonly onClose: () => void;
  /** Instructions for the secret. */
  readonly children: ReactNode;
}

export function ShownOnce({ title, secret, kind, onClose, children }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Copied text={secret} what={kind} />
      <div className="actions">
        <Button main onClick={onClose}>
          I have saved it
        </Button>
      </div>
    </Dialog>
  );
}
