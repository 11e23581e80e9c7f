/** The head of a page: its name, one sentence, and its actions. Also sets the title of the browser's tab. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageHeadProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly children?: ComponentChildren;
  /** Buttons, on the right if there is room. */
  readonly actions?: ComponentChildren;
}

export function PageHead({ title, children, actions }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <header class="page-head">
      <div>
        {/* Screen readers start here after a change of page (see the frame). */}
        <h1 tabIndex={-1}>{title}</h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div class="actions">{actions}</div>}
    </header>
  );
}
