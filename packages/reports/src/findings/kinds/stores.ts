/** MongoDB, Redis, and what stops when they do. */
import { defineFinding, label, lately } from '../declare.js';
import { percentText } from '../words.js';

const storeNames = { mongodb: 'MongoDB', redis: 'Redis' } as const;

const doesNotAnswer = (store: string) => `${store} does not answer`;

const idOf = (store: keyof typeof storeNames) => `store.${store}`;

const storeAway = defineFinding({
  kind: 'store_away',
  area: ({ id }) => (id === idOf('redis') ? 'redis' : 'mongodb'),
  page: '/queues',
  runbook: 'stores.md#sluicestoreaway',
  metric: 'sluice_dependency_up',
  thresholds: { wake: 0 },
  find: ({ away }) =>
    away.map(({ store, where = '' }) => ({
      id: idOf(store),
      measured: 1,
      subject: storeNames[store],
      headline: `${doesNotAnswer(storeNames[store])}${where}`,
      todo:
        store === 'mongodb'
          ? 'Start it, or correct MONGODB_URL. New leads are refused with 503 until it answers; nothing that was accepted is lost.'
          : 'Start it, or correct REDIS_URL. Leads are accepted and continue once it answers; the sweep requeues any lost jobs.',
    })),
  alert: () => ({
    name: 'SluiceStoreAway',
    level: 'wake',
    expr: 'min by (dependency) (sluice_dependency_up) == 0',
    lasts: '2m',
    summary: `${doesNotAnswer(label('dependency'))} at least one Sluice process.`,
  }),
});

const usesMemory = (redis: string, used: string) => `${redis} uses ${used} of its memory`;

const redisNearlyFull = defineFinding({
  kind: 'redis_nearly_full',
  area: 'redis',
  page: '/queues',
  runbook: 'stores.md#sluiceredisnearlyfull',
  metric: 'sluice_redis_memory_used_bytes',
  // The gateway refuses new leads from 70 % on.
  thresholds: { wake: 0.6 },
  find: ({ redis = [] }) =>
    redis.map(({ address, usedBytes, mostBytes }) => {
      const measured = mostBytes > 0 ? usedBytes / mostBytes : 0;
      const name = address === undefined ? 'Redis' : `Redis master ${address}`;
      return {
        id: address === undefined ? 'redis.memory' : `redis.memory.${address}`,
        measured,
        subject: name,
        headline: usesMemory(name, percentText(measured)),
        todo: 'Give it more memory, or find out which queue grows: from 70 % the gateway refuses new leads, and when the memory is full, workers stop.',
      };
    }),
  alert: ({ wake }) => ({
    name: 'SluiceRedisNearlyFull',
    level: 'wake',
    expr: `max(${lately('sluice_redis_memory_used_bytes')}) / max(${lately('sluice_redis_memory_max_bytes')}) > ${wake}`,
    lasts: '5m',
    summary: `${usesMemory('Redis', '{{ $value | humanizePercentage }}')}; from 70 % the gateway refuses new leads.`,
  }),
});

const diskFull = (used: string) => `MongoDB's disk is ${used} full`;

const diskNearlyFull = defineFinding({
  kind: 'disk_nearly_full',
  area: 'mongodb',
  page: '/',
  runbook: 'stores.md#sluicedisknearlyfull',
  metric: 'sluice_mongodb_disk_used_bytes',
  thresholds: { wake: 0.85 },
  find: ({ disk }) => {
    if (!disk) return [];
    const measured = disk.usedBytes / disk.totalBytes;
    return [
      {
        id: 'mongodb.disk',
        measured,
        subject: 'MongoDB',
        headline: diskFull(percentText(measured)),
        todo: 'Enlarge it, or let retention delete old records; when it is full, the gateway accepts no leads.',
      },
    ];
  },
  alert: ({ wake }) => ({
    name: 'SluiceDiskNearlyFull',
    level: 'wake',
    expr: `max(${lately('sluice_mongodb_disk_used_bytes')}) / max(${lately('sluice_mongodb_disk_total_bytes')}) > ${wake}`,
    lasts: '10m',
    summary: `${diskFull('{{ $value | humanizePercentage }}')}.`,
  }),
});

const refusesWork = defineFinding({
  kind: 'refuses_work',
  area: 'services',
  page: '/',
  runbook: 'stores.md#sluicerefuseswork',
  metric: 'sluice_refusing_work',
  thresholds: { wake: 0 },
  alert: () => ({
    name: 'SluiceRefusesWork',
    level: 'wake',
    expr: 'max(sluice_refusing_work) == 1',
    lasts: '2m',
    summary: 'The gateway refuses new leads with 503.',
  }),
});

const notMeasured = defineFinding({
  kind: 'not_measured',
  area: 'services',
  page: '/queues',
  runbook: 'queues.md#sluicequeuesnotmeasured',
  metric: 'sluice_queue_depth',
  thresholds: { lookAt: 0 },
  alert: () => ({
    name: 'SluiceQueuesNotMeasured',
    level: 'lookAt',
    expr: 'absent(sluice_queue_depth)',
    lasts: '5m',
    summary: 'The queues are not measured: no worker sweeps, or a store does not answer.',
  }),
});

/** The findings of this file. */
export const storeFindings = [storeAway, redisNearlyFull, diskNearlyFull, refusesWork, notMeasured];
