/**
 * HTTP requests over connections that are kept. A run makes thousands of requests, most of them to a
 * gateway that is away, and each takes about half the processor time of a `fetch` with an abort signal.
 */
import { Agent, request, type IncomingMessage } from 'node:http';

/** A request to make. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the whole answer may take. */
  readonly withinMs: number;
}

/** An answer that arrived completely. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

/** Makes the request. Rejects if the answer is late, incomplete or missing. */
export function ask(url: string, { method = 'GET', headers, body, withinMs }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => (text += part))
        .once('error', reject)
        .once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    const late = setTimeout(() => asked.destroy(new Error('the answer is late')), withinMs);
    asked.once('error', reject).once('close', () => clearTimeout(late));
    asked.end(body);
  });
}
