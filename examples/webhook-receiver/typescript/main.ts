/** Receives webhooks: 401 for what is not Sluice's, 204 for the rest, and each event is handled once. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isGenuine } from './verify.js';

const { PORT = '8082', WEBHOOK_SECRET = 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==' } = process.env;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly leadId: string;
}

/** The ids of what was handled. Yours stand in a database, so that a restart forgets none. */
const handled = new Set<string>();

const server = createServer((request, response) => {
  const answer = async () => {
    const body = await buffer(request);
    if (!isGenuine(WEBHOOK_SECRET, request.headers, body)) return response.writeHead(401).end();
    const event = JSON.parse(body.toString()) as Event;
    // A repeat has the id of the first.
    if (!handled.has(event.id)) console.log(`${event.type} ${event.leadId}`);
    handled.add(event.id);
    return response.writeHead(204).end();
  };
  answer().catch(() => response.destroy());
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${PORT}`));
