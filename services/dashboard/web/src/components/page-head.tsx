/** The head of a page: its name, one sentence, and its actions. Also sets the title of the browser's tab. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

interface PageHeadProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly children?: ReactNode;
  /** Buttons, on the right if there is room. */
  readonly actions?: ReactNode;
}

export function PageHead({ title, children, actions }: PageHeadProps) {
  const heading = useArrival();
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <header className="page-head">
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div className="actions">{actions}</div>}
    </header>
  );
}

let lastPath: string | undefined;

/**
 * After a change of page, scrolls to the top and focuses the heading, where screen readers then start, as a full page
 * load would; not for the first page.
 */
function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = lastPath === undefined;
    if (lastPath === pathname) return;
    lastPath = pathname;
    if (isFirst) return;
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
