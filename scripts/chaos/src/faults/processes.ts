/** Faults of processes: killed anywhere, killed at a failpoint, asked to stop with work in flight, paused. */
import { setTimeout as pause } from 'node:timers/promises';
import { fleetServices, type Member, type Service } from '../rig/fleet.js';
import { findIn } from '../rig/find-in.js';
import { until } from '../rig/until.js';
import { last, type Fault, type Rig } from './fault.js';
import type { Random } from '../random.js';

/**
 * A worker takes over another's jobs after their lock (10 s) has expired and stalled jobs were checked (3 s); the rest
 * is time for the jobs.
 */
export const LONGER_THAN_LOCK_SECONDS = 20;
/** Machines that are busy with other work take long to start a process. */
const REACHED_WITHIN_MS = 45_000;
/** A lead whose buyer fails, or that ends otherwise, is not waited for any longer. */
const OVERTAKEN_WITHIN_MS = 60_000;
/** By so much more than clocks may differ. */
const WELL_AFTER_MS = 3_000;

type Stage = 'qualification' | 'routing' | 'delivery';

/** `kill -9` for one process. */
export const kill: Fault = {
  name: 'kill',
  async play(rig, chance) {
    const member = anyOf(rig, chance, fleetServices);
    rig.log.note(`kill -9 ${member.name}`);
    member.signal('SIGKILL');
    await member.ends(5_000);
  },
};

/** SIGTERM to a delivery worker with work in flight and a hanging buyer. */
export const stop: Fault = {
  name: 'stop',
  async play(rig, chance) {
    const member = anyOf(rig, chance, fleetServices);
    const hanging = chance.pick(rig.tenants).campaigns[0]?.path ?? '';
    if (member.service === 'delivery') await rig.buyers.script({ path: hanging, mode: 'hang', times: 3 });
    const startedAt = performance.now();
    rig.log.note(`SIGTERM ${member.name}`);
    member.signal('SIGTERM');
    const ended = await member.ends(15_000);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    rig.log.note(`${member.name} ${ended ? `stopped after ${seconds} s` : 'did not stop in 15 s'}`);
    if (!ended) member.signal('SIGKILL');
  },
};

/**
 * Stops a worker of `stage` between reading a lead and deciding about it until another worker has taken its job over, has
 * decided, and the lead was delivered; then lets it continue.
 */
export const freeze = (stage: Stage): Fault => ({
  name: `freeze-${stage}`,
  async play(rig, chance) {
    const member = anyOf(rig, chance, [stage]);
    const before = member.stoppedAt().length;
    const stoppedAt = () => member.stoppedAt()[before];
    await member.restart('SIGKILL', `stop:after-load:${chance.between(1, 4)}@GOOD`);
    await until(async () => stoppedAt() !== undefined || (await member.isReady()), REACHED_WITHIN_MS);
    const pid = member.pid();
    const { tenantId } = chance.pick(rig.tenants);
    const leads = { campaignId: 'GOOD', count: 120, atOnce: 60, twins: false };
    rig.affiliates.order(tenantId, { order: 'burst', ...leads });
    await until(() => stoppedAt() !== undefined, REACHED_WITHIN_MS);
    const submissionId = stoppedAt();
    rig.log.note(
      `SIGSTOP ${member.name} ${submissionId === undefined ? 'was not reached' : 'with a lead in progress'}`,
    );
    if (submissionId === undefined) return void (await member.restart('SIGKILL'));
    const decisions = rig.tenants.map((each) => `${each.tenantId}/${submissionId}.delivery.0`);
    const isDelivered = () =>
      findIn(rig.databaseUrl, 'decisions', { _id: { $in: decisions } }).then(
        (found) => found.length > 0,
        () => false,
      );
    const overtaken = await until(isDelivered, OVERTAKEN_WITHIN_MS);
    await pause(WELL_AFTER_MS);
    const ended = member.pid() === pid ? '' : ', which ended meanwhile';
    rig.log.note(`SIGCONT ${member.name}${overtaken ? ', after another one has decided' : ''}${ended}`);
    member.signal('SIGCONT');
  },
});

/** The failpoints, by a service that reaches them. */
export const failpointsByService: Readonly<Record<Service, readonly string[]>> = {
  gateway: [
    'after-claim-before-work',
    'before-write',
    'after-write-before-enqueue',
    'after-follow-up-before-lead',
    'after-work-before-answer-kept',
    'after-return-opened',
    'after-return-counted',
    'after-return-approved',
    'after-return-booked',
    'after-return-status',
    'after-return-effects',
  ],
  qualification: [
    'after-load',
    'after-decision-before-advance',
    'after-advance',
    'after-duplicate-claim',
    'after-effect-before-enqueue',
    'after-sweep-before-later',
  ],
  routing: ['after-opening-before-decision', 'before-hold'],
  delivery: [
    'after-attempt-before-call',
    'after-call-before-outcome',
    'after-outcome-before-decision',
    'after-release-before-end',
    'after-end',
  ],
  webhook: ['after-effect-load'],
  pixel: ['after-effect-call-before-record'],
};

/** The campaign for failpoints that only some campaigns' leads reach. */
const campaignFor: Readonly<Record<string, string>> = {
  'after-duplicate-claim': 'DUP',
  'between-reservations': 'QUEUE',
  'before-hold': 'QUEUE',
};

/** Ends a process at a failpoint, in the middle of its work: one fault for each failpoint. */
export const failpoints: readonly Fault[] = Object.entries(failpointsByService).flatMap(([service, names]) =>
  names.map((name) => endAt(service as Service, name)),
);

function endAt(service: Service, name: string): Fault {
  return { name: `end-${name}`, play: (rig, chance) => playEnd(rig, chance, service, name) };
}

async function playEnd(rig: Rig, chance: Random, service: Service, name: string): Promise<void> {
  const member = anyOf(rig, chance, [service]);
  const run = chance.between(1, 4);
  rig.log.note(`${member.name} armed to end at ${name}, run ${run}`);
  await member.restart('SIGKILL', `${name}:${run}`);
  await until(() => member.isReady(), 15_000);
  const { tenantId } = chance.pick(rig.tenants);
  const campaignId = campaignFor[name] ?? 'GOOD';
  rig.affiliates.order(tenantId, { order: 'burst', campaignId, count: 40, atOnce: 20, twins: false });
  const reached = await member.ends(12_000);
  rig.log.note(`${member.name} ${reached ? 'ended there' : 'did not get there'}`);
  if (!reached) await member.restart('SIGKILL');
}

/** One lead ends every process that runs it, until it is quarantined. */
export const poison: Fault = {
  name: 'poison',
  leastMinutes: 12,
  once: true,
  async play(rig) {
    const tenant = rig.tenants.find(({ campaigns }) =>
      campaigns.some(({ campaignId }) => campaignId === 'POISN'),
    );
    if (!tenant) return;
    for (const member of rig.fleet.of('qualification')) {
      member.armFromNowOn('after-load@POISN');
      await member.restart('SIGKILL');
    }
    rig.log.note('a lead of POISN ends every qualification worker that runs it');
    rig.affiliates.order(tenant.tenantId, {
      order: 'burst',
      campaignId: 'POISN',
      count: 1,
      atOnce: 1,
      twins: false,
    });
    await last(rig, 480);
    for (const member of rig.fleet.of('qualification')) {
      member.armFromNowOn(undefined);
      await member.restart('SIGKILL');
    }
    rig.log.note('POISN disarmed');
  },
};

function anyOf({ fleet }: Rig, chance: Random, among: readonly Service[]): Member {
  return chance.pick(among.flatMap((service) => fleet.of(service)));
}
