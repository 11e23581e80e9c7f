/** The delivery stage on real stores with a buyer on loopback, and helpers that prepare its input. */
import {
  deliveryEndpointSchema,
  slotName,
  type DeliveryDecision,
  type PriceTerms,
  type Routed,
  type StagePayload,
} from '@sluice/contracts';
import { now, type Core } from '@sluice/pipeline';
import {
  createCircuits,
  createMailClient,
  createOpenSocket,
  createOutboundClient,
  type MailServer,
} from '@sluice/providers';
import { newId } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import {
  sealingKey,
  type AttemptOutcome,
  type SealingKey,
  type Stores,
  type TenantStores,
} from '@sluice/store';
import { startSink, type Behaviour, type Received, type Sink } from '@sluice/sink';
import { accepted, aSubmission, lifetimeCount, testEncryptionKey } from '@sluice/testing';
import { openTestCore } from '@sluice/testing/core';
import { deliveryStage } from '../src/delivery-stage.js';

/** The code of a campaign that a test added. */
type Code = `C${number}`;

/** A delivery worker of one test file. */
export interface World {
  readonly core: Core;
  readonly mongodbUrl: string;
  readonly stores: TenantStores;
  /** A lead that was routed to `campaignId` on these terms, open in the counts of its campaign and client. */
  routed(campaignId: 'BUYER' | 'NOWHERE' | 'SECRET' | Code, terms?: PriceTerms): Promise<StagePayload>;
  /** A campaign whose leads go to an endpoint with these fields, on the sink unless they have a URL. */
  campaignTo(endpoint: Readonly<Record<string, unknown>>): Promise<Code>;
  /** A campaign without an endpoint, of a client with these settings. */
  campaignOfClient(settings: object): Promise<Code>;
  /** Makes the planned attempt due. */
  skipWait(payload: StagePayload): Promise<void>;
  /** Whether the installation has a mail server, which is the sink's mailbox. */
  useInstallationMail(isUsed: boolean): void;
  readonly mailPort: number;
  /** Writes attempt `n`, begun a minute ago, with its outcome. */
  attempted(
    payload: StagePayload,
    n: number,
    lease: 'over' | 'live',
    outcome?: Partial<AttemptOutcome>,
  ): Promise<void>;
  /** Runs the stage; `stores` are those of the worker. */
  deliver(payload: StagePayload, run?: StageRun, stores?: Stores): Promise<StageOutcome>;
  decided(payload: StagePayload): Promise<DeliveryDecision | undefined>;
  /** Whether the lead takes no room: it is open in no count, and not placed. */
  isFree(payload: StagePayload): Promise<boolean>;
  /** How many leads were placed with the campaign. */
  placed(campaignId: string): Promise<number>;
  /** How the buyer answers its next call. */
  answers(behaviour: Omit<Behaviour, 'path' | 'times'>, path?: string): void;
  /** The keys that seal and open the tenant's secrets. */
  readonly keys: readonly SealingKey[];
  /** The requests that the buyer received, the last first. */
  received(): readonly Received[];
  /** How often the buyer was called. */
  calls(): number;
  close(): Promise<void>;
}

const tenantId = 'demo';
const MINUTE_MS = 60_000;
// Each lead here gets a counter of its own.
const MANY = 1_000;
const countsFor = (campaignId: string) =>
  [{ clientId: `cli_${campaignId}` }, { campaignId }].map((owner) => lifetimeCount(owner, MANY));

export async function openWorld(): Promise<World> {
  const [{ core, mongodbUrl, close }, sink] = await Promise.all([
    openTestCore({ backends: { privateRedis: true } }),
    startSink({ port: 0 }),
  ]);
  const root = core.stores;
  const stores = root.forTenant(tenantId);
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  const keys = [sealingKey(testEncryptionKey)];
  const mail = createMailClient(createOpenSocket(['127.0.0.0/8']));
  const from = 'leads@sluice.example';
  const installation: MailServer = { host: '127.0.0.1', port: sink.smtpPort, secure: false, from };
  const deps = { ...core, outbound, mail, circuits: createCircuits(), encryptionKeys: keys };
  let hasMailServer = true;
  await putBuyers(stores, sink);
  const openNames = async () => (await root.openNames(-MINUTE_MS)).filter(({ isCounted }) => !isCounted);
  return {
    core,
    keys,
    mongodbUrl,
    stores,
    routed: (campaignId, terms) => routed(core, stores, campaignId, terms),
    campaignOfClient: (settings) => campaignOf(stores, settings),
    async skipWait({ submissionId }) {
      const last = (await stores.attempts.of(submissionId)).at(-1);
      if (!last?.outcome) throw new Error('no attempt has ended');
      const outcome = { ...last.outcome, nextAt: new Date(0) };
      await stores.attempts.conclude({ submissionId, generation: 0 }, last.n, outcome);
    },
    useInstallationMail: (isUsed) => void (hasMailServer = isUsed),
    mailPort: sink.smtpPort,
    campaignTo: (endpoint) => campaignTo(stores, { url: `${sink.url}/buyers/acme`, ...endpoint }),
    async attempted({ submissionId }, n, lease, outcome) {
      const startedAt = new Date(now(core).getTime() - MINUTE_MS);
      const leaseUntil = new Date(startedAt.getTime() + (lease === 'over' ? 1 : 2) * MINUTE_MS - 1);
      await stores.attempts.claim(
        { submissionId, generation: 0 },
        { n, url: sink.url, startedAt, leaseUntil },
      );
      const ended = { kind: 'retry', endedAt: leaseUntil, durationMs: 5, ...outcome } as const;
      if (outcome) await stores.attempts.conclude({ submissionId, generation: 0 }, n, ended);
    },
    deliver: (payload, run = { first: false }, of = root) =>
      deliveryStage.run(
        payload,
        { ...deps, installation: hasMailServer ? installation : undefined, stores: of },
        run,
      ),
    decided: ({ submissionId }) => stores.journal.find(submissionId, 'delivery', 0),
    async isFree(payload) {
      const open = await openNames();
      if (open.some(({ name }) => name === slotName(payload.submissionId, 0))) return false;
      return (await stores.submissions.find(payload.submissionId))?.status !== 'delivered';
    },
    async placed(campaignId) {
      const count = lifetimeCount({ campaignId }, 1);
      const used = (await stores.counts.used([count])).get(count.name) ?? 0;
      const open = await openNames();
      return used - open.filter((one) => one.count === count.name).length;
    },
    answers: (behaviour, path = '/buyers/acme') => sink.script({ ...behaviour, path, times: 1 }),
    received: () => sink.received(),
    calls: () => sink.received().length,
    async close() {
      outbound.close();
      await Promise.all([sink.close(), close()]);
    },
  };
}

async function putBuyers({ clients, campaigns, deliveryEndpoints }: TenantStores, sink: Sink): Promise<void> {
  const at = { active: true, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  const settings = { defaultPostingUrl: `${sink.url}/buyers/acme` };
  for (const [campaignId, more] of [
    ['BUYER', { settings }],
    ['NOWHERE', {}],
    ['SECRET', {}],
  ] as const) {
    const clientId = `cli_${campaignId}`;
    await clients.put(clientId, { clientId, name: clientId, abbrev: 'ACM', ...at, ...more });
    const campaign = { campaignId, name: campaignId, clientId, offerId: 'off_1', ...at };
    await campaigns.put(campaignId, {
      ...campaign,
      ...(campaignId === 'SECRET' && { deliveryEndpointId: 'secret' }),
    });
  }
  const endpoint = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'secret',
    url: `${sink.url}/buyers/{{ secrets.path }}`,
    headers: { Authorization: 'Bearer {{ secrets.key }}' },
    fields: { token: '{{ secrets.key }}' },
    responseRules: [
      { when: { jsonPath: '$.echo' }, outcome: 'rejected', reason: '$.echo', reference: '$.echo' },
    ],
  });
  await deliveryEndpoints.put('secret', endpoint);
}

let added = 0;

async function campaignTo(
  { campaigns, clients, deliveryEndpoints }: TenantStores,
  fields: Readonly<Record<string, unknown>>,
): Promise<Code> {
  const campaignId: Code = `C${(added += 1)}`;
  const [clientId, deliveryEndpointId] = [`cli_${campaignId}`, `end_${campaignId}`];
  const at = { active: true, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  await clients.put(clientId, { clientId, name: clientId, abbrev: 'ACM', ...at });
  const endpoint = deliveryEndpointSchema.parse({ deliveryEndpointId, ...fields });
  await deliveryEndpoints.put(deliveryEndpointId, endpoint);
  const owner = { clientId, offerId: 'off_1', deliveryEndpointId };
  await campaigns.put(campaignId, { campaignId, name: campaignId, ...owner, ...at });
  return campaignId;
}

async function campaignOf({ campaigns, clients }: TenantStores, settings: object): Promise<Code> {
  const campaignId: Code = `C${(added += 1)}`;
  const clientId = `cli_${campaignId}`;
  const at = { active: true, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
  await clients.put(clientId, { clientId, name: clientId, abbrev: 'ACM', settings, ...at });
  await campaigns.put(campaignId, { campaignId, name: campaignId, clientId, offerId: 'off_1', ...at });
  return campaignId;
}

async function routed(
  core: Core,
  stores: TenantStores,
  campaignId: string,
  priceTerms?: PriceTerms,
): Promise<StagePayload> {
  const at = now(core);
  const submission = aSubmission({ submissionId: newId('submission'), campaignId, acceptedAt: at });
  const { submissionId } = submission;
  await core.stores.accept(accepted(submission));
  const payload = { tenantId, submissionId, generation: 0 };
  await stores.counts.open(slotName(submissionId, 0), at, countsFor(campaignId));
  const placement = { campaignId, clientId: `cli_${campaignId}`, reservedAt: at };
  const decision: Routed = { kind: 'routed', ...placement, ...(priceTerms && { priceTerms }), trace: [] };
  await stores.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  await stores.journal.record(submission, 'routing', 0, decision, at);
  return payload;
}
