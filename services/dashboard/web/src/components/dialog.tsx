/** A dialog over the page. */
import * as Radix from '@radix-ui/react-dialog';
import { useState, type ReactNode, type RefObject } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What has the focus first; by default the first field or button. */
  readonly first?: RefObject<HTMLElement | null> | undefined;
  readonly children: ReactNode;
}

/**
 * A dialog that is open while it is rendered. It keeps the focus inside and gives it back afterwards; Escape closes it,
 * and a click beside it does not. Use no `autoFocus` in it, which would focus before the library watches the focus.
 */
export function Dialog({ title, onClose, first, children }: DialogProps) {
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
          onOpenAutoFocus={(event) => {
            if (!first?.current) return;
            event.preventDefault();
            first.current.focus();
          }}
          // A list that is open in it is closed first.
          onEscapeKeyDown={(event) =>
            document.activeElement?.getAttribute('aria-expanded') === 'true' && event.preventDefault()
          }
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
