/** A dialog over the page. */
import * as Radix from '@radix-ui/react-dialog';
import { useState, type ReactNode } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that is open while it is rendered. It keeps the focus inside and gives it back afterwards; Escape closes it,
 * and a click beside it does not.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        {/* Not the library's overlay, whose style element the content security policy refuses. */}
        <div className="dialog-ground" />
        <Radix.Content
          className="dialog"
          aria-modal
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
        >
          <div className="dialog-body">
            <Radix.Title>{title}</Radix.Title>
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
