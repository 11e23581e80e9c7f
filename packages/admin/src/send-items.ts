/** Writes a stream to the wire, as server-sent events or as lines of JSON, no faster than the caller reads. */
import type { AdminStream } from '@sluice/contracts';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A proxy closes a connection that is silent for long. */
const SIGN_OF_LIFE_EVERY_MS = 15_000;
/** An event stream ends after this long, and the browser reconnects. */
const EVENTS_LAST_MS = 15 * 60_000;

const types = { events: 'text/event-stream; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

/** Writes every item until the items end or `gone` is aborted. An error of the items breaks the connection. */
export async function sendItems(
  response: ServerResponse,
  format: AdminStream['format'],
  items: AsyncIterable<unknown>,
  gone: AbortSignal,
): Promise<void> {
  // Asks proxies between here and the caller not to buffer.
  const headers = { 'Content-Type': types[format], 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  response.writeHead(200, headers);
  response.flushHeaders();
  const lifeSigns =
    format === 'events' ? setInterval(() => response.write(':\n\n'), SIGN_OF_LIFE_EVERY_MS) : undefined;
  const until = format === 'events' ? performance.now() + EVENTS_LAST_MS : Infinity;
  try {
    for await (const item of items) {
      if (gone.aborted) return;
      const json = JSON.stringify(item);
      const taken = response.write(format === 'events' ? `data: ${json}\n\n` : `${json}\n`);
      if (!taken) await once(response, 'drain', { signal: gone });
      if (performance.now() > until) break;
    }
    response.end();
  } catch (error) {
    if (!gone.aborted) throw error;
  } finally {
    clearInterval(lifeSigns);
  }
}
