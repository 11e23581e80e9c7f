/** Metrics of one process, in Prometheus form; every name begins with `sluice_`. */
import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What a process measures. What it shows of the whole installation is declared in `installation-metrics.ts`. */
export type Metrics = ReturnType<typeof createMetrics>;

/** From a quick lead to one that waited for a buyer for most of an hour. */
const leadSecondsBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

// All packages of a release carry its number.
const { version: release } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, prefix: 'sluice_' });
  const registers = [registry];
  new Gauge({
    name: 'sluice_build_info',
    help: '1, with the release and the Node that the process runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: release, node: process.versions.node }, 1);
  const beforeScrape: (() => Promise<void>)[] = [];
  return {
    registry,
    /** Run before the metrics are shown, for what is looked at only then; none of them rejects. */
    beforeScrape,
    httpRequests: new Counter({
      name: 'sluice_http_requests_total',
      help: 'Requests answered, by route and status.',
      labelNames: ['route', 'status'],
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'sluice_http_request_seconds',
      help: 'Time to answer a request, by route.',
      labelNames: ['route'],
      buckets: secondsBuckets,
      registers,
    }),
    submissionsEnded: new Counter({
      name: 'sluice_submissions_total',
      help: 'Submissions that ended, by tenant, final status and reason; `other` beyond what can be told apart.',
      labelNames: ['tenant', 'status', 'reason'],
      registers,
    }),
    decisionSeconds: new Histogram({
      name: 'sluice_decision_seconds',
      help: 'Time from acceptance until it was decided where a submission goes, or that it goes nowhere, of those that were never held.',
      labelNames: ['outcome'],
      buckets: leadSecondsBuckets,
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'sluice_delivery_seconds',
      help: 'Time from acceptance until a buyer took the lead, of submissions that were never held.',
      labelNames: [],
      buckets: leadSecondsBuckets,
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'sluice_stage_seconds',
      help: 'Time a stage took for one submission or effect, by outcome.',
      labelNames: ['stage', 'outcome'],
      buckets: secondsBuckets,
      registers,
    }),
    batchLeads: new Histogram({
      name: 'sluice_batch_leads',
      help: 'Leads or effects that a stage took together.',
      labelNames: ['stage'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    dependencyUp: new Gauge({
      name: 'sluice_dependency_up',
      help: '1 while a store that the process depends on answers, 0 while it does not.',
      labelNames: ['dependency'],
      registers,
    }),
    deliveries: new Counter({
      name: 'sluice_deliveries_total',
      help: 'Delivery attempts, by tenant, endpoint and outcome.',
      labelNames: ['tenant', 'endpoint', 'outcome'],
      registers,
    }),
    deliveryCallSeconds: new Histogram({
      name: 'sluice_delivery_call_seconds',
      help: 'Time a buyer took to answer, or to fail to, by tenant and endpoint; `other` beyond what can be told apart.',
      labelNames: ['tenant', 'endpoint'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    circuitOpen: new Gauge({
      name: 'sluice_circuit_open',
      help: "1 while the circuit of a tenant's endpoint is open, 0.5 while it is half open.",
      labelNames: ['tenant', 'endpoint'],
      registers,
    }),
    storeTimeouts: new Counter({
      name: 'sluice_store_timeouts_total',
      help: 'Operations on MongoDB that were given up at their deadline, by operation.',
      labelNames: ['operation'],
      registers,
    }),
    storeClientsReplaced: new Counter({
      name: 'sluice_store_clients_replaced_total',
      help: 'MongoDB clients that were replaced because their operations or connections never came back.',
      registers,
    }),
    jobsOverdue: new Gauge({
      name: 'sluice_jobs_overdue',
      help: 'Runs of jobs that were given up past their budget and have not settled since.',
      registers,
    }),
    jobsGivenUp: new Counter({
      name: 'sluice_jobs_given_up_total',
      help: 'Runs of jobs that were given up past their budget.',
      registers,
    }),
    refusingWork: new Gauge({
      name: 'sluice_refusing_work',
      help: '1 while new work is answered with 503, because too much is left to do.',
      registers,
    }),
    sweepFailures: new Counter({
      name: 'sluice_sweep_failures_total',
      help: 'Pieces of work that the sweep had to leave out, by part of its round.',
      labelNames: ['part'],
      registers,
    }),
    sweepLeader: new Gauge({
      name: 'sluice_sweep_leader',
      help: '1 in the process whose turn it is to sweep, 0 in the others.',
      registers,
    }),
    sweepLastSuccess: new Gauge({
      name: 'sluice_sweep_last_success_timestamp_seconds',
      help: 'When this process last looked through what is past due without an error; 0 if it never did.',
      registers,
    }),
    sweepRequeued: new Counter({
      name: 'sluice_sweep_requeued_total',
      help: 'Submissions and effects that the sweep enqueued again, because they were past due and in no queue.',
      registers,
    }),
    onHold: new Gauge({
      name: 'sluice_on_hold',
      help: '1 while an operator holds all calls to the outside, in the workers that make some.',
      registers,
    }),
    retentionDeleted: new Counter({
      name: 'sluice_retention_deleted_total',
      help: 'Documents deleted because their tenant keeps them no longer, by collection.',
      labelNames: ['collection'],
      registers,
    }),
    expiredDropped: new Counter({
      name: 'sluice_expired_dropped_total',
      help: 'Expired duplicate claims, kept answers and counters that were dropped.',
      registers,
    }),
    poolConnections: new Gauge({
      name: 'sluice_mongodb_pool_connections',
      help: 'Connections to MongoDB of this process by state, and under `waited_for` operations that wait for one.',
      labelNames: ['state'],
      registers,
    }),
    poolSize: new Gauge({
      name: 'sluice_mongodb_pool_size',
      help: 'How many connections to MongoDB this process may have.',
      registers,
    }),
    heldLeads: new Counter({
      name: 'sluice_held_total',
      help: 'Submissions held until hours open or a period turns, by tenant and reason.',
      labelNames: ['tenant', 'reason'],
      registers,
    }),
  };
}
