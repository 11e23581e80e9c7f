/** The yardsticks' call to the buyer: JSON over persistent connections. */
import { Agent, request } from 'node:http';
import type { Person } from './serve-submit.js';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The buyer's answer. */
export interface BuyerAnswer {
  readonly status: number;
  readonly body: string;
  readonly durationMs: number;
}

/** Posts a person under its submission's key. */
export function postToBuyer(url: string, submissionId: string, person: Person): Promise<BuyerAnswer> {
  const body = JSON.stringify(person);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': `${submissionId}.delivery`,
  };
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: text,
          durationMs: Math.round(performance.now() - startedMs),
        }),
      );
    });
    asking.once('error', reject);
    asking.end(body);
  });
}
