/** Placeholders for content that is loading, empty, failed or unreachable. */
import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/problem.js';
import { dataOf, type Loader } from '../api/use-load.js';
import { Button } from './button.js';

/** Bars that appear only if the answer takes longer than a moment. */
export function Loading() {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading…</span>
      <span />
      <span />
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** What to do, or why there is nothing. */
  readonly children?: ComponentChildren;
}

/** Nothing to show, which is not a failure. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Why loading failed, with a button that tries again. */
export function Failed({ problem, reload }: { readonly problem: Problem; readonly reload?: () => void }) {
  const offline = problem.code === 'OFFLINE';
  return (
    <div class="state" role="alert">
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
  readonly loader: Loader<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** Shows the loaded data with `children`, or a placeholder while it loads or if it failed. */
export function Loaded<Data>({ loader: { load, reload }, children }: LoadedProps<Data>) {
  const data = dataOf(load);
  if (data !== undefined) {
    return (
      <>
        {load.kind === 'failed' && load.problem.code !== 'OFFLINE' && (
          <div class="notice warn" role="alert">
            <span>Out of date: {load.problem.message}</span>
            <Button small onClick={reload}>
              Try again
            </Button>
          </div>
        )}
        {children(data)}
      </>
    );
  }
  return load.kind === 'failed' ? <Failed problem={load.problem} reload={reload} /> : <Loading />;
}
