/** A buyer or webhook receiver on loopback, which keeps what it gets. */
import { duringTests, listen } from '@sluice/testing';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Listens during a file's tests; `answer` says with what status and body a call is answered. */
export function aReceiver(
  answer: (request: IncomingMessage) => { readonly status: number; readonly body: string },
) {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = duringTests(() =>
    listen((request, response) => {
      let sent = '';
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      request.on('end', () => {
        got.push({ headers: request.headers, body: sent });
        const { status, body } = answer(request);
        response.writeHead(status).end(body);
      });
    }),
  );
  return { got, receiver };
}
