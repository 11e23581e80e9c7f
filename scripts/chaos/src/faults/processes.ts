/** Faults of processes: killed anywhere, killed at a failpoint, asked to stop with work in flight, frozen. */
import { setTimeout as pause } from 'node:timers/promises';
import { failpoints, returnFailpoints } from '@sluice/process';
import { waitUntil } from '@sluice/launch';
import { lookAt } from '../checker/database.js';
import type { Fault } from '../rig/rig.js';

/** Machines that are busy with other work take long to start a process. */
const REACHED_WITHIN_MS = 45_000;
/** A lead whose buyer fails, or that ends otherwise, is not waited for any longer. */
const OVERTAKEN_WITHIN_MS = 60_000;
/** By so much more than clocks may differ. */
const WELL_AFTER_MS = 3_000;
const STOPS_WITHIN_MS = 15_000;

/** One process is killed, or asked to stop. */
export const kill: Fault = {
  name: 'kill',
  async play({ note, members }, chance) {
    const member = chance.pick(members);
    const signal = chance.pick(['SIGKILL', 'SIGKILL', 'SIGTERM'] as const);
    note(`${signal} ${member.name}`);
    member.process.signal(signal);
    if (!(await member.ends(STOPS_WITHIN_MS))) note(`${member.name} did not stop in time`);
  },
};

/** One process ends at whichever of some failpoints it reaches so often first, in the middle of its work. */
export const failpointKill: Fault = {
  name: 'failpoint',
  async play({ note, members, affiliates }, chance) {
    const member = chance.pick(members);
    const names = chance.shuffled([...failpoints, ...returnFailpoints]).slice(0, chance.between(1, 6));
    await member.restart(names.map((name) => `${name}:${chance.between(1, 12)}`).join(','));
    note(`${member.name} armed to end at a failpoint`);
    await Promise.race([member.ready(), member.ends(REACHED_WITHIN_MS)]);
    const campaignId = chance.pick(['GOOD', 'DUP', 'QUEUE', 'GROUP']);
    void chance.pick(affiliates).burst({ campaignId, count: 60 });
    if (!(await member.ends(STOPS_WITHIN_MS))) await member.restart();
  },
};

/**
 * Stops a worker of `stage` between reading a lead and deciding about it until another worker has taken its job over, has
 * decided, and the lead was delivered; then lets it continue.
 */
export const freeze = (stage: 'qualification' | 'routing' | 'delivery'): Fault => ({
  name: `freeze-${stage}`,
  async play({ note, members, affiliates, databaseUrl }, chance) {
    const member = chance.pick(members.filter(({ service }) => service === stage));
    const before = member.stoppedAt().length;
    const stoppedAt = () => member.stoppedAt()[before];
    await member.restart(`stop:after-load:${chance.between(1, 4)}@GOOD`);
    await Promise.race([member.ready(), waitUntil(() => stoppedAt() !== undefined, REACHED_WITHIN_MS)]);
    void chance.pick(affiliates).burst({ campaignId: 'GOOD', count: 120, atOnce: 60 });
    if (!(await waitUntil(() => stoppedAt() !== undefined, REACHED_WITHIN_MS))) return member.restart();
    note(`SIGSTOP ${member.name} with a lead in progress`);
    const ids = affiliates.map(({ tenantId }) => `${tenantId}/${stoppedAt()}.delivery.0` as never);
    const isDelivered = async () => {
      const delivered = { _id: { $in: ids } };
      return (await lookAt(databaseUrl, (db) => db.collection('decisions').countDocuments(delivered))) > 0;
    };
    const overtaken = await waitUntil(() => isDelivered().catch(() => false), OVERTAKEN_WITHIN_MS);
    await pause(WELL_AFTER_MS);
    note(`SIGCONT ${member.name}${overtaken ? ', after another one has decided' : ''}`);
    member.process.signal('SIGCONT');
    return undefined;
  },
});
