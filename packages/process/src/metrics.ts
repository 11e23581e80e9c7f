/** Metrics of one process, in Prometheus form; every name begins with `sluice_`. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { release } from './release.js';

/** The metrics of a process. Metrics of the whole installation are declared in `installation-metrics.ts`. */
export type Metrics = ReturnType<typeof createMetrics>;

/** From a lead delivered at once to one that waited most of an hour for a buyer. */
const leadSecondsBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, prefix: 'sluice_' });
  const registers = [registry];
  new Gauge({
    name: 'sluice_build_info',
    help: '1, with the Sluice release and the Node.js version of the process.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: release, node: process.versions.node }, 1);
  const beforeScrape: (() => Promise<void>)[] = [];
  return {
    registry,
    /** Called before the metrics are collected, to refresh values that are read only then; none of them rejects. */
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
      help: 'Submissions that ended, by tenant, final status and reason; `other` beyond the bound on labels.',
      labelNames: ['tenant', 'status', 'reason'],
      registers,
    }),
    decisionSeconds: new Histogram({
      name: 'sluice_decision_seconds',
      help: 'Time from acceptance until a submission was routed or ended without a route, for submissions that were never held.',
      labelNames: ['outcome'],
      buckets: leadSecondsBuckets,
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'sluice_delivery_seconds',
      help: 'Time from acceptance until a buyer accepted the lead, for submissions that were never held.',
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
      help: 'Leads or effects per batch of a stage.',
      labelNames: ['stage'],
      buckets: [1, 2, 4, 8, 16, 32, 64],
      registers,
    }),
    dependencyUp: new Gauge({
      name: 'sluice_dependency_up',
      help: '1 while a dependency of the process answers, 0 while it does not.',
      labelNames: ['dependency'],
      registers,
    }),
    deliveries: new Counter({
      name: 'sluice_deliveries_total',
      help: 'Delivery attempts, by tenant, endpoint and outcome; `unrecognised`: an operator has to judge the answer.',
      labelNames: ['tenant', 'endpoint', 'outcome'],
      registers,
    }),
    answersUnrecognised: new Counter({
      name: 'sluice_answers_unrecognised_total',
      help: "Answers with success that are not what the endpoint's response rules expect, whatever followed, by tenant and endpoint.",
      labelNames: ['tenant', 'endpoint'],
      registers,
    }),
    deliveryCallSeconds: new Histogram({
      name: 'sluice_delivery_call_seconds',
      help: 'Duration of calls to a buyer, answered or not, by tenant and endpoint; `other` beyond the bound on labels.',
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
      help: 'MongoDB operations that were given up at their deadline, by operation.',
      labelNames: ['operation'],
      registers,
    }),
    storeClientsReplaced: new Counter({
      name: 'sluice_store_clients_replaced_total',
      help: 'MongoDB clients that were replaced because their operations or connections never settled.',
      registers,
    }),
    jobsOverdue: new Gauge({
      name: 'sluice_jobs_overdue',
      help: 'Job runs that were given up past their budget and have not settled since.',
      registers,
    }),
    jobsGivenUp: new Counter({
      name: 'sluice_jobs_given_up_total',
      help: 'Job runs that were given up past their budget.',
      registers,
    }),
    refusingWork: new Gauge({
      name: 'sluice_refusing_work',
      help: '1 while new work is refused with 503 because of overload.',
      registers,
    }),
    sweepFailures: new Counter({
      name: 'sluice_sweep_failures_total',
      help: 'Work that the sweep skipped because of an error, by part of its round.',
      labelNames: ['part'],
      registers,
    }),
    sweepLeader: new Gauge({
      name: 'sluice_sweep_leader',
      help: '1 in the leader of the sweep, 0 in all other processes.',
      registers,
    }),
    sweepLastSuccess: new Gauge({
      name: 'sluice_sweep_last_success_timestamp_seconds',
      help: 'When this process last completed a sweep without an error; 0 if it never did.',
      registers,
    }),
    sweepRequeued: new Counter({
      name: 'sluice_sweep_requeued_total',
      help: 'Submissions and effects that the sweep requeued because they were past due and in no queue.',
      registers,
    }),
    onHold: new Gauge({
      name: 'sluice_on_hold',
      help: '1 while all outbound calls are on hold, in the workers that make such calls.',
      registers,
    }),
    retentionDeleted: new Counter({
      name: 'sluice_retention_deleted_total',
      help: 'Documents deleted by retention, by collection.',
      labelNames: ['collection'],
      registers,
    }),
    expiredDropped: new Counter({
      name: 'sluice_expired_dropped_total',
      help: 'Expired duplicate claims, stored idempotent answers and counters that were dropped.',
      registers,
    }),
    poolConnections: new Gauge({
      name: 'sluice_mongodb_pool_connections',
      help: 'MongoDB connections of this process by state; `waited_for` counts operations that wait for a connection.',
      labelNames: ['state'],
      registers,
    }),
    poolSize: new Gauge({
      name: 'sluice_mongodb_pool_size',
      help: 'Maximum number of MongoDB connections of this process.',
      registers,
    }),
    heldLeads: new Counter({
      name: 'sluice_held_total',
      help: 'Submissions held until hours open or a period ends, by tenant and reason.',
      labelNames: ['tenant', 'reason'],
      registers,
    }),
  };
}
