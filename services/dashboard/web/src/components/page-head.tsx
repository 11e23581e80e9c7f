/** The head of a page: its name, one sentence, and what can be done. Sets the title of the browser's tab too. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageHeadProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly children?: ComponentChildren;
  /** Buttons, at the right where there is room. */
  readonly actions?: ComponentChildren;
}

export function PageHead({ title, children, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <header class="page-head">
      <div>
        {/* A program for the blind begins here after a change of page (see the frame). */}
        <h1 tabIndex={-1}>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div class="actions">{actions}</div>}
    </header>
  );
}
