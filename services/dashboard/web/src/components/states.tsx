/** Placeholders for content that is loading, empty, failed or unreachable. */
import { useState, type ReactNode } from 'react';
import { Problem } from '../api/problem.js';
import type { Answer } from '../api/queries.js';
import { Button } from './button.js';

/** Bars that appear only if the answer takes longer than a moment. */
export function Loading() {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading…</span>
      <span />
      <span />
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What to do, or why there is nothing. */
  readonly children?: ReactNode;
}

/** Nothing to show, which is not a failure. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="state">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Why loading failed, with a button that tries again. */
export function Failed({ problem, reload }: { readonly problem: Problem; readonly reload?: () => void }) {
  const offline = problem.code === 'OFFLINE';
  return (
    <div className="state" role="alert">
      <h3>{offline ? 'No connection to the dashboard' : 'Could not load this'}</h3>
      <p>
        {offline
          ? 'It loads when the connection is back.'
          : [problem.message, ...problem.details].join(' · ')}
      </p>
      {reload && !offline && <Button onClick={reload}>Try again</Button>}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly from: Answer<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what was loaded with `children`, or a placeholder while it loads or if it failed. */
export function Loaded<Data>({ from, children }: LoadedProps<Data>) {
  const { data, error, errorUpdateCount, fetchStatus, refetch } = from;
  const [lastError, setLastError] = useState(error);
  if (error && error !== lastError) setLastError(error);
  const reload = (): void => void refetch();
  if (data !== undefined) {
    return (
      <>
        {error && error.code !== 'OFFLINE' && (
          <div className="notice warn" role="alert">
            <span>Out of date: {error.message}</span>
            <Button small onClick={reload}>
              Try again
            </Button>
          </div>
        )}
        {children(data)}
      </>
    );
  }
  // A failure stays until another try has an answer, as it would otherwise come and go with each.
  const failure = error ?? (errorUpdateCount > 0 ? lastError : null);
  if (failure) return <Failed problem={failure} reload={reload} />;
  return fetchStatus === 'paused' ? <Failed problem={new Problem('OFFLINE', '')} /> : <Loading />;
}
