/** A part of a page with its own heading. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface PanelProps {
  readonly title?: ComponentChildren;
  /** Buttons or a choice beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  if (title === undefined) return <div class="panel">{children}</div>;
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
