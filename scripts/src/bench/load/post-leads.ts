/** Leads in bursts, as fast as they are answered, or at a fixed rate. */
import { Problem } from '@sluice/local';
import autocannon, { type Options, type Request } from 'autocannon';
import type { Bench, Contestant } from '../contestant.js';

/** Whoever was sent before would be a duplicate, which costs less than a delivered lead. */
let peopleSent = 0;

/** Leads that were all answered 202. */
export interface Posted {
  readonly startedMs: number;
  readonly p99Ms: number;
  /** When each was answered, by submission. */
  readonly answeredMs: ReadonlyMap<string, number>;
}

/** Posts `leads` new people, `inFlight` at a time, or `perSecond`. @throws Problem if one is not answered 202 within a minute */
export async function postLeads(
  { url, apiKey, campaign }: Contestant,
  { leads, inFlight, perSecond }: Bench,
): Promise<Posted> {
  const answeredMs = new Map<string, number>();
  let refused = '';
  const lead: Request = {
    setupRequest: (request) => ({ ...request, body: JSON.stringify(newPerson(campaign.id)) }),
    onResponse(status, body) {
      if (status === 202) answeredMs.set(submissionOf(body), performance.now());
      else refused ||= `; one was answered ${status}: ${body}`;
    },
  };
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const pace = perSecond !== undefined && { overallRate: perSecond };
  const sent: Options = { url, method: 'POST', headers, requests: [lead], timeout: 60, ...pace };
  const startedMs = performance.now();
  const connections = Math.min(inFlight, leads);
  const { latency } = await autocannon({ ...sent, amount: leads, connections, sampleInt: 100 });
  if (answeredMs.size === leads) return { startedMs, p99Ms: latency.p99, answeredMs };
  throw new Problem(`Only ${answeredMs.size} of ${leads} leads were accepted${refused}.`);
}

/** A valid lead of somebody who was not sent before. */
export function newPerson(campaignId: string) {
  return makePerson(campaignId, peopleSent++);
}

/** A valid lead of the `n`th person, from 0. No two of eight million are the same. */
export function makePerson(campaignId: string, n: number) {
  const digits = String(2_000_000 + n);
  const [lastName, email, phone] = [`Quill${digits}`, `avery.${digits}@example.com`, `+1201${digits}`];
  return { campaignId, firstName: 'Avery', lastName, email, phone, questionnaire: { injury: 'yes' } };
}

const submissionOf = (answer: string): string =>
  (JSON.parse(answer) as { data: { submissionId: string } }).data.submissionId;
