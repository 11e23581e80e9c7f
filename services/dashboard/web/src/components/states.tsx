/** What stands in the place of something that is loading, is empty, failed, or cannot be reached. */
import type { ComponentChildren } from 'preact';
import type { Problem } from '../api/problem.js';
import { dataOf, type Loader } from '../api/use-load.js';
import { Button } from './button.js';

/** Bars that appear only when the answer takes longer than a blink. */
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

/** Nothing to show, and that is no failure. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="state">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Why something could not be loaded, and a button that tries again. */
export function Failed({ problem, reload }: { readonly problem: Problem; readonly reload?: () => void }) {
  const offline = problem.code === 'OFFLINE';
  return (
    <div class="state" role="alert">
      <h3>{offline ? 'No connection to the console' : 'This could not be loaded'}</h3>
      <p>
        {offline
          ? 'It loads by itself as soon as the connection is back.'
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

/** Shows what was loaded with `children`, or in its place that it is loading or why it failed. */
export function Loaded<Data>({ loader: { load, reload }, children }: LoadedProps<Data>) {
  const data = dataOf(load);
  if (data !== undefined) {
    return (
      <>
        {load.kind === 'failed' && load.problem.code !== 'OFFLINE' && (
          <div class="notice warn" role="alert">
            <span>This is not up to date: {load.problem.message}</span>
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
