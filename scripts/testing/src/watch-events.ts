/** Reads a stream of server-sent events in the background, as a page that stays open does. */

/** A stream that is read. */
export interface Watched {
  /** How many pieces have come so far. */
  readonly pieces: () => number;
  /** Whether the server has ended it. */
  readonly hasEnded: () => boolean;
  readonly close: () => void;
}

/** Opens the stream at `url`; rejects unless the server answers 200. */
export async function watchEvents(url: string, headers: Readonly<Record<string, string>>): Promise<Watched> {
  const gone = new AbortController();
  const response = await fetch(url, { headers, signal: gone.signal });
  if (response.status !== 200 || !response.body) throw new Error(`${url} answers ${response.status}`);
  const { body } = response;
  let pieces = 0;
  let hasEnded = false;
  void (async () => {
    for await (const _piece of body) pieces += 1;
  })()
    .catch(() => undefined)
    .finally(() => (hasEnded = true));
  return { pieces: () => pieces, hasEnded: () => hasEnded, close: () => gone.abort() };
}
