/** Posts leads as a sender does, and records the time of each request and answer. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { nowMs } from '../now-ms.js';
import type { Target, People } from '../scenario.js';
import { makePerson } from './make-person.js';

const ANSWERS_WITHIN_MS = 60_000;

/** A lead that was answered 202. */
export interface Accepted {
  readonly submissionId: string;
  readonly postedMs: number;
  readonly answeredMs: number;
}

/** The leads posted in a period. */
export interface Posted {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly accepted: readonly Accepted[];
}

/** Posts `leads` new people, `inFlight` at a time. @throws Problem if one is not answered 202 */
export async function postLeads(
  target: Target,
  { leads, inFlight, people }: { leads: number; inFlight: number; people: People },
): Promise<Posted> {
  const agent = new Agent({ keepAlive: true, maxSockets: inFlight });
  const accepted: Accepted[] = [];
  const first = people(leads);
  let next = first;
  const startedMs = nowMs();
  try {
    await Promise.all(
      Array.from({ length: Math.min(inFlight, leads) }, async () => {
        while (next < first + leads) accepted.push(await postLead(target, agent, next++));
      }),
    );
    return { startedMs, endedMs: nowMs(), accepted };
  } finally {
    agent.destroy();
  }
}

/** A sender that posts one person at a fixed interval, whether or not the previous request was answered. */
export interface Trickle {
  /** Stops it, and returns the leads accepted meanwhile. */
  stop(): Promise<readonly Accepted[]>;
}

/** Starts posting a new person every `everyMs`. */
export function startTrickle(target: Target, everyMs: number, people: People): Trickle {
  const agent = new Agent({ keepAlive: true });
  const posting: Promise<Accepted>[] = [];
  const timer = setInterval(() => {
    const one = postLead(target, agent, people(1));
    // `stop` reports a failure, not this promise.
    one.catch(() => undefined);
    posting.push(one);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      try {
        return await Promise.all(posting);
      } finally {
        agent.destroy();
      }
    },
  };
}

/** Runs `act` during a trickle, and returns its result with the leads accepted meanwhile. */
export async function duringTrickle<T>(trickle: Trickle, act: () => Promise<T>) {
  try {
    const result = await act();
    return { result, accepted: await trickle.stop() };
  } catch (error) {
    // The first failure is reported.
    await trickle.stop().catch(() => undefined);
    throw error;
  }
}

/** Posts `leads` people one after another, each `pauseMs` after the previous answer. */
export async function postOneByOne(
  target: Target,
  { leads, pauseMs, people }: { leads: number; pauseMs: number; people: People },
): Promise<readonly Accepted[]> {
  const agent = new Agent({ keepAlive: true });
  const accepted: Accepted[] = [];
  try {
    for (let n = 0; n < leads; n += 1) {
      accepted.push(await postLead(target, agent, people(1)));
      await pause(pauseMs);
    }
    return accepted;
  } finally {
    agent.destroy();
  }
}

function postLead({ url, apiKey, campaignIds }: Target, agent: Agent, n: number): Promise<Accepted> {
  const body = makePerson(campaignIds[n % campaignIds.length] ?? campaignIds[0], n);
  const headers = {
    'X-API-Key': apiKey,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  const postedMs = nowMs();
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('error', reject);
      response.once('end', () => {
        const answeredMs = nowMs();
        if (response.statusCode !== 202)
          return reject(
            new Problem(`A lead was answered ${response.statusCode} during the measurement: ${text}`),
          );
        const { data } = JSON.parse(text) as { data: { submissionId: string } };
        resolve({ submissionId: data.submissionId, postedMs, answeredMs });
      });
    });
    asking.setTimeout(ANSWERS_WITHIN_MS, () =>
      asking.destroy(new Problem('The gateway did not answer a lead within a minute.')),
    );
    asking.once('error', reject);
    asking.end(body);
  });
}
