/** A list that is read page by page with a cursor: forward by the server's cursor, back by the cursors used before. */
import { useState } from 'preact/hooks';
import { useLoad, type Loader } from './use-load.js';

/** A page of a list, with the ways to its neighbours. */
export interface Pages<Page> extends Loader<Page> {
  /** Counted from 1. */
  readonly number: number;
  readonly next?: () => void;
  readonly previous?: () => void;
}

/**
 * Reads the page that begins at a cursor (the first page has none); a new `question` starts again at the first page.
 * `cursorAfter` returns the cursor of the next page, if there is one.
 */
export function usePages<Page>(
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  cursorAfter: (page: Page) => string | undefined | null,
  question: unknown = null,
): Pages<Page> {
  const asked = JSON.stringify(question);
  const [way, setWay] = useState<{ readonly asked: string; readonly cursors: readonly string[] }>({
    asked,
    cursors: [],
  });
  const cursors = way.asked === asked ? way.cursors : [];
  const cursor = cursors.at(-1);
  const loader = useLoad((signal) => read(cursor, signal), [asked, cursor]);
  const after = loader.load.kind === 'ready' ? cursorAfter(loader.load.data) : undefined;
  const go = (to: readonly string[]) => () => setWay({ asked, cursors: to });
  return {
    ...loader,
    number: cursors.length + 1,
    ...(after && { next: go([...cursors, after]) }),
    ...(cursors.length > 0 && { previous: go(cursors.slice(0, -1)) }),
  };
}
