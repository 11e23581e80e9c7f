/** Leads in bursts, as fast as they are answered, and one by one. */
import { Problem } from '@sluice/local';
import autocannon from 'autocannon';
import type { Bench, Contestant } from '../contestant.js';
import { requestOf, submissionOf } from './person.js';

/** Leads that were all answered 202. */
export interface Posted {
  readonly startedMs: number;
  /** When the last one was answered. */
  readonly endedMs: number;
  readonly p99Ms: number;
  readonly submissionIds: readonly string[];
}

/** Posts `leads` new people, `inFlight` at a time. @throws Problem if one is not answered 202 within a minute */
export async function postLeads(to: Contestant, { leads, inFlight, people }: Bench): Promise<Posted> {
  const submissionIds: string[] = [];
  let [endedMs, refused] = [0, ''];
  const lead: autocannon.Request = {
    method: 'POST',
    setupRequest: (request) => ({ ...request, ...requestOf(to, people()) }),
    onResponse(status, body) {
      endedMs = performance.now();
      if (status === 202) submissionIds.push(submissionOf(body));
      else refused ||= `; one was answered ${status}: ${body}`;
    },
  };
  const connections = Math.min(inFlight, leads);
  const startedMs = performance.now();
  const load = { url: to.url, amount: leads, connections, timeout: 60, sampleInt: 100, requests: [lead] };
  const { latency } = await autocannon(load);
  if (submissionIds.length !== leads)
    throw new Problem(`Only ${submissionIds.length} of ${leads} leads were accepted${refused}.`);
  return { startedMs, endedMs, p99Ms: latency.p99, submissionIds };
}

/** A lead that was answered 202. */
export interface Accepted {
  readonly submissionId: string;
  readonly postedMs: number;
  readonly answeredMs: number;
}

/** Posts the `n`th person. @throws Problem if it is not answered 202 */
export async function postLead(to: Contestant, n: number): Promise<Accepted> {
  const postedMs = performance.now();
  const response = await fetch(to.url, requestOf(to, n));
  const answer = await response.text();
  const answeredMs = performance.now();
  if (response.status !== 202) throw new Problem(`A lead was answered ${response.status}: ${answer}`);
  return { submissionId: submissionOf(answer), postedMs, answeredMs };
}
