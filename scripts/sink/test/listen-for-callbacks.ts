/** A hook of ours that a vendor calls, for the tests of the sink. */
import { eventually, listen } from '@sluice/testing';

/** One call to the hook. */
export interface Callback {
  readonly url: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Listens while `act` makes the vendor call, and returns the first `count` calls. Each is answered with 200. */
export async function listenForCallbacks(
  count: number,
  act: (url: string) => Promise<void>,
): Promise<readonly Callback[]> {
  const callbacks: Callback[] = [];
  const { url: base, close } = await listen((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      callbacks.push({ url: base + (req.url ?? ''), body, headers: req.headers as Record<string, string> });
      res.end();
    });
  });
  try {
    await act(base);
    await eventually('all calls are received', () => callbacks.length >= count, 15_000);
  } finally {
    await close();
  }
  expect(callbacks).toHaveLength(count);
  return callbacks;
}
