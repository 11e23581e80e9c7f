/** A service on loopback with scripted answers that records its requests. */
import { listen } from '@sluice/testing';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cuts the connection: before the answer, or in the middle of it. */
  readonly cut?: 'before' | 'amid';
  /** When it answers, after the request; default at once. */
  readonly afterMs?: number;
}

/** Answers each request with the next of `answers`, and repeats the last one. */
export async function loopback(...answers: readonly Reply[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const reply = async () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const {
        status = 200,
        json,
        text,
        headers: replied = {},
        cut,
        afterMs,
      } = answers[asked.length - 1] ?? answers.at(-1) ?? {};
      if (afterMs !== undefined) await pause(afterMs);
      if (cut === 'before') return void request.socket.destroy();
      const body = text ?? JSON.stringify(json ?? { success: true, data: {} });
      response.writeHead(status, { ...replied, 'Content-Length': Buffer.byteLength(body) });
      if (cut === 'amid') return void response.write(body.slice(0, 5), () => request.socket.destroy());
      response.end(body);
    };
    request.on('end', () => void reply());
  });
  return { asked, ...(await listen(server)) };
}

export type Loopback = Awaited<ReturnType<typeof loopback>>;
