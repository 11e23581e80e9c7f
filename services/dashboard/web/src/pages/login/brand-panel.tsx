/** The frame of the pages that are shown without a session: the name of the product, and one panel with a title. */
import { useEffect, type ReactNode } from 'react';
import iconUrl from '../../design/icon.svg';

interface BrandPanelProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function BrandPanel({ title, children }: BrandPanelProps) {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
  return (
    <main className="login-page">
      <div className="brand">
        <img src={iconUrl} alt="" />
        <span>Sluice</span>
      </div>
      <div className="panel">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
