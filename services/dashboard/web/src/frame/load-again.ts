/**
 * A chunk that failed to load cannot be loaded again by this document: after an upgrade its name has changed, and without
 * a connection nothing else loads either. So the whole document is loaded again, and with it the requested page.
 */
export function orLoadAgain<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    load().catch(() => {
      location.reload();
      return new Promise<never>(() => undefined);
    });
}
