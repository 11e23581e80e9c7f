/** A secret that Sluice made: shown this once, to be copied. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Copied } from './copy.js';
import { Dialog } from './dialog.js';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** On the button that copies it, e.g. "key". */
  readonly kind: string;
  readonly onClose: () => void;
  /** What to do with it. */
  readonly children: ComponentChildren;
}

export function ShownOnce({ title, secret, kind, onClose, children }: ShownOnceProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <Copied text={secret} what={kind} />
      <div class="actions">
        <Button main onClick={onClose}>
          I have it
        </Button>
      </div>
    </Dialog>
  );
}
