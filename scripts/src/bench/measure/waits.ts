/** Requests that wait for an outcome (`Prefer: wait`): how soon it comes, what they hold, and what they cost others. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { quantile, sum } from 'simple-statistics';
import type { Bench, Contestant, Figures } from '../contestant.js';
import { newPerson } from '../load/post-leads.js';
import { waitUntil } from '../running.js';
import { downCampaigns, tenants } from '../sluice/campaigns.js';
import type { Installation } from '../sluice/installation.js';
import { runBurst } from './burst.js';
import { usageOf } from './processes.js';

/** As many as one gateway lets wait of one tenant; of two, as many as it lets wait. */
const OF_EACH_TENANT = 1_000;
const [BEGUN_TOGETHER, BEGUN_EVERY_MS] = [50, 80];
/** What all of them do before the gateway is looked at, and the longest that a request may wait. */
const [SETTLED_MS, WAIT_SECONDS] = [2_000, 10];
const AGAIN_AFTER_MS = 5_000;

/** A submit of one new person, which may be repeated under its key. */
interface Submit {
  readonly to: Contestant;
  readonly key: string;
  readonly body: string;
}

interface Answered {
  readonly submissionId: string;
  readonly status: string;
  readonly atMs: number;
  readonly waited: boolean;
}

/**
 * Scenario `waits`: the 95th percentile from the end of a submission to the answer, `answerP95Ms`, when 2,000 requests of
 * two tenants wait for theirs; how many more megabytes the gateway has resident while 2,000 wait in vain, `residentMb`; and
 * the rate of a burst beside them, `endToEnd` and `ofAlone`; how often one of them was not let wait, `turnedAway`; and the
 * part of the first that were `answered` with their end in time.
 */
export async function measureWaits({ db, contestant }: Installation, bench: Bench): Promise<Figures> {
  const inVain = submitsOf((n) => contestant(downCampaigns[0], n));
  await Promise.all(await begun(inVain, (one) => send(one)));
  await runBurst(contestant(), bench);
  const { endToEnd: alone = 0 } = await runBurst(contestant(), bench);
  const resident = async () => (await usageOf(contestant().pids()))['gateway']?.residentMb ?? 0;
  const before = await resident();

  let over = false;
  const waiting = await begun(inVain, (one) => repeatUntil(() => over, one));
  await pause(SETTLED_MS);
  const residentMb = (await resident()) - before;
  const beside = await runBurst(contestant(), bench);
  over = true;
  const turnedAway = sum(await Promise.all(waiting));

  const plain = submitsOf((n) => contestant(undefined, n));
  const answers = await Promise.all(await begun(plain, (one) => send(one, true)));
  await waitUntil('the end of all that waited', async () => {
    const ids = answers.map(({ submissionId }) => submissionId);
    return (await endsOf(ids)).size === ids.length;
  });
  const ended = await endsOf(answers.map(({ submissionId }) => submissionId));
  // The others were told after their time that it was not over.
  const delivered = answers.filter(({ status, waited }) => waited && status === 'delivered');
  const late = delivered.map(({ submissionId, atMs }) => atMs - (ended.get(submissionId) ?? Infinity));
  return {
    answerP95Ms: quantile(late, 0.95),
    answered: delivered.length / answers.length,
    residentMb,
    turnedAway,
    endToEnd: beside.endToEnd ?? 0,
    ofAlone: (beside.endToEnd ?? 0) / alone,
  };

  async function endsOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const keys = tenants.flatMap((tenantId) => ids.map((id) => `${tenantId}/${id}`));
    const found = db.collection<{ _id: string; endedAt: Date }>('submissions');
    const filter = { _id: { $in: keys }, endedAt: { $exists: true } };
    const all = await found.find(filter, { projection: { endedAt: 1 } }).toArray();
    return new Map(all.map(({ _id, endedAt }) => [_id.split('/')[1] ?? '', endedAt.getTime()]));
  }
}

function submitsOf(contestantOf: (tenant: number) => Contestant): readonly Submit[] {
  return tenants.flatMap((_, tenant) => {
    const to = contestantOf(tenant);
    return Array.from({ length: OF_EACH_TENANT }, () => {
      return { to, key: randomUUID(), body: JSON.stringify(newPerson(to.campaign.id)) };
    });
  });
}

/** Begins what is done about each, some at a time, because a machine cannot open thousands of connections at once. */
async function begun<T>(all: readonly Submit[], act: (one: Submit) => Promise<T>): Promise<Promise<T>[]> {
  const under: Promise<T>[] = [];
  for (const [n, one] of all.entries()) {
    if (n % BEGUN_TOGETHER === 0) await pause(BEGUN_EVERY_MS);
    const doing = act(one);
    // Whoever awaits it hears of it, but not before all have begun.
    doing.catch(() => undefined);
    under.push(doing);
  }
  return under;
}

async function send({ to, key, body }: Submit, waits = false): Promise<Answered> {
  const response = await fetch(to.url, {
    method: 'POST',
    headers: {
      'X-API-Key': to.apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      ...(waits && { Prefer: `wait=${WAIT_SECONDS}` }),
    },
    body,
  });
  const text = await response.text();
  if (response.status === 503) {
    // Asked to come again, as on a machine that is busy with other work.
    await pause(AGAIN_AFTER_MS);
    return send({ to, key, body }, waits);
  }
  if (response.status !== 202) throw new Problem(`A submit was answered ${response.status}: ${text}`);
  const { data } = JSON.parse(text) as { data: Pick<Answered, 'submissionId' | 'status'> };
  return { ...data, atMs: Date.now(), waited: response.headers.has('Preference-Applied') };
}

/** Waits again and again until it is `over`, and returns how often it was not let. */
async function repeatUntil(over: () => boolean, one: Submit): Promise<number> {
  let turnedAway = 0;
  while (!over()) {
    if ((await send(one, true)).waited) continue;
    turnedAway += 1;
    // As a caller would that is told nothing.
    await pause(SETTLED_MS);
  }
  return turnedAway;
}
