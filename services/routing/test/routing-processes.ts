/** Routing processes on a real queue, under a small bound on leads on their way to a campaign. */
import { routingQueue, slotName, type SubmissionRecord } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { createMetrics, producerConnection, silentLogger, workerConnection } from '@sluice/process';
import { createProducer, startStage } from '@sluice/queue';
import { GroupTurns } from '../src/group-turns.js';
import { OnTheWay } from '../src/on-the-way.js';
import { Openings } from '@sluice/pipeline';
import { startReleasing } from '../src/release-waiting.js';
import { routingStage } from '../src/routing-stage.js';
import { openRoutingWorker, type RoutingWorker } from './routing-worker.js';
import { placeSlot } from '@sluice/testing';

/** A run of the stage. */
export interface Ran {
  readonly submissionId: string;
  readonly outcome: string;
}

/** A test file's routing processes, and what ran in all of them. */
export interface RoutingProcesses extends RoutingWorker {
  readonly ran: Ran[];
  /** Starts a process; `die` ends it as a crash would, with all that it has begun. */
  startProcess(most: number): Promise<{ readonly die: () => void; readonly close: () => Promise<void> }>;
  /** Adds submissions to the queue in this moment. */
  enqueue(submissions: readonly SubmissionRecord[], generation?: number): Promise<void>;
  /** Those that were routed, in the order of their runs. */
  routed(): readonly string[];
  /** Takes the names of routed submissions out of their counts, as their end does. */
  end(submissionIds: readonly string[], counts: readonly string[], generation?: number): Promise<void>;
  /** How many wait for a campaign. */
  waiting(campaignId: string): Promise<number>;
}

export async function openRoutingProcesses(): Promise<RoutingProcesses> {
  const world = await openRoutingWorker();
  const { core, mine } = world;
  const ran: Ran[] = [];
  const routed = () =>
    ran.flatMap(({ submissionId, outcome }) => (outcome === 'routed' ? [submissionId] : []));
  const processes: Omit<RoutingProcesses, keyof RoutingWorker> = {
    ran,
    routed,
    async startProcess(most) {
      const stores = await world.openStores({ counts: { knownEverywhereMs: 0 } });
      const adding = producerConnection(world.redisUrl, silentLogger);
      if (adding.status !== 'ready') await new Promise((resolve) => adding.once('ready', resolve));
      const connection = workerConnection(world.redisUrl, silentLogger);
      const producer = createProducer(adding);
      const deps = {
        ...core,
        stores,
        producer,
        turns: new GroupTurns(),
        openings: new Openings(),
        onTheWay: new OnTheWay(most),
      };
      const recording: typeof routingStage = {
        ...routingStage,
        run: async (payload, own, run) => {
          const ended = await routingStage.run(payload, own, run);
          ran.push({ submissionId: payload.submissionId, outcome: ended.outcome });
          return ended;
        },
      };
      const surroundings = { connection, producer, log: silentLogger, metrics: createMetrics('routing') };
      const running = startStage(recording, deps, {
        ...surroundings,
        now: () => stores.clock.now(),
        finishWithinMs: 1_000,
      });
      const releasing = startReleasing(deps);
      const die = () => {
        void releasing.stop();
        adding.disconnect();
        connection.disconnect();
      };
      const close = async () => {
        await releasing.stop();
        await running.close();
        die();
      };
      world.onClose(close);
      return { die, close };
    },
    async enqueue(submissions, generation = 0) {
      await Promise.all(
        submissions.map(({ tenantId, submissionId }) =>
          core.producer.add(routingQueue, {
            payload: { tenantId, submissionId, generation },
            since: now(core),
          }),
        ),
      );
    },
    async end(submissionIds, counts, generation = 0) {
      await Promise.all(
        submissionIds.map(async (id) => {
          const routed = await mine.journal.find(id, 'routing', generation);
          const opening = (routed?.kind === 'routed' && routed.opening) || '';
          await placeSlot(mine, { name: slotName(id, generation), opening }, counts, now(core));
        }),
      );
    },
    async waiting(campaignId) {
      const shown = await core.producer.lists(routingQueue).show();
      return shown.find(({ list }) => list === `campaign.${campaignId}`)?.waiting ?? 0;
    },
  };
  return Object.assign(world, processes);
}
