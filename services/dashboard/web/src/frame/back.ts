/**
 * Lets a page hold back a step in the tab's history. Its listener must be there before the router's, so the frame begins
 * with it.
 */
type Guard = (event: PopStateEvent) => void;

let guard: Guard | undefined;

/** Listens from now on. */
export function watchBack(): void {
  addEventListener('popstate', (event) => guard?.(event));
}

/** Asks `held` before the router learns of a step; returns a function that stops this. */
export function holdBack(held: Guard): () => void {
  guard = held;
  return () => {
    if (guard === held) guard = undefined;
  };
}
