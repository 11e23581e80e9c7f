/** The delivery stage on real stores with a buyer on loopback, and helpers that prepare its input. */
import {
  deliveryEndpointSchema,
  slotName,
  type Campaign,
  type Client,
  type DeliveryDecision,
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
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  lifetimeCount,
  openNamesOf,
  openSlot,
  putItem,
  slot,
  testEncryptionKey,
} from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import { deliveryStage } from '../src/delivery-stage.js';

/** The code of a campaign that a test added. */
type Code = `C${number}`;

/** A delivery worker of one test file. */
export interface DeliveryWorker extends World {
  /** The stores of the tenant. */
  readonly mine: TenantStores;
  /** A lead that was routed to `campaignId` so, open in the counts of its campaign and client. */
  routed(
    campaignId: 'BUYER' | 'NOWHERE' | 'SECRET' | Code,
    so?: Pick<Routed, 'priceTerms' | 'consent' | 'claims'>,
  ): Promise<StagePayload>;
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
}

const tenantId = 'demo';
const MINUTE_MS = 60_000;
// Each lead here gets a counter of its own.
const MANY = 1_000;
const countsFor = (campaignId: string) =>
  [{ clientId: `cli_${campaignId}` }, { campaignId }].map((owner) => lifetimeCount(owner, MANY));

export async function openDeliveryWorker(): Promise<DeliveryWorker> {
  const [world, sink] = await Promise.all([openWorld({ privateRedis: true }), startSink({ port: 0 })]);
  const { core, stores, onClose } = world;
  onClose(() => sink.close());
  const mine = stores.forTenant(tenantId);
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  onClose(() => outbound.close());
  const keys = [sealingKey(testEncryptionKey)];
  const mail = createMailClient(createOpenSocket(['127.0.0.0/8']));
  const from = 'leads@sluice.example';
  const installation: MailServer = { host: '127.0.0.1', port: sink.smtpPort, secure: false, from };
  const deps = { ...core, outbound, mail, circuits: createCircuits(), encryptionKeys: keys };
  let hasMailServer = true;
  await putBuyers(mine, sink);
  const openNames = async () => (await openNamesOf(stores)).filter(({ opening }) => opening !== undefined);
  const worker: Omit<DeliveryWorker, keyof World> = {
    mine,
    keys,
    routed: (campaignId, so) => routed(core, mine, campaignId, so),
    campaignOfClient: (settings) => campaignOf(mine, settings),
    async skipWait({ submissionId }) {
      const last = (await mine.attempts.of(submissionId)).at(-1);
      if (!last?.outcome) throw new Error('no attempt has ended');
      const outcome = { ...last.outcome, nextAt: new Date(0) };
      await mine.attempts.conclude({ submissionId, generation: 0 }, last.n, outcome);
    },
    useInstallationMail: (isUsed) => void (hasMailServer = isUsed),
    mailPort: sink.smtpPort,
    campaignTo: (endpoint) => campaignTo(mine, { url: `${sink.url}/buyers/acme`, ...endpoint }),
    async attempted({ submissionId }, n, lease, outcome) {
      const startedAt = new Date(now(core).getTime() - MINUTE_MS);
      const leaseUntil = new Date(startedAt.getTime() + (lease === 'over' ? 1 : 2) * MINUTE_MS - 1);
      await mine.attempts.claim({ submissionId, generation: 0 }, { n, url: sink.url, startedAt, leaseUntil });
      const ended = { kind: 'retry', endedAt: leaseUntil, durationMs: 5, ...outcome } as const;
      if (outcome) await mine.attempts.conclude({ submissionId, generation: 0 }, n, ended);
    },
    deliver: (payload, run = { first: false }, of = stores) =>
      deliveryStage.run(
        payload,
        { ...deps, installation: hasMailServer ? installation : undefined, stores: of },
        run,
      ),
    decided: ({ submissionId }) => mine.journal.find(submissionId, 'delivery', 0),
    async isFree(payload) {
      const open = await openNames();
      if (open.some(({ name }) => name === slotName(payload.submissionId, 0))) return false;
      return (await mine.submissions.find(payload.submissionId))?.status !== 'delivered';
    },
    async placed(campaignId) {
      const count = lifetimeCount({ campaignId }, 1);
      const used = (await mine.counts.used([count])).get(count.name) ?? 0;
      const open = await openNames();
      return used - open.filter((one) => one.count === count.name).length;
    },
    answers: (behaviour, path = '/buyers/acme') => sink.script({ ...behaviour, path, times: 1 }),
    received: () => sink.received(),
    calls: () => sink.received().length,
  };
  return Object.assign(world, worker);
}

async function putBuyers(mine: TenantStores, sink: Sink): Promise<void> {
  const settings = { defaultPostingUrl: `${sink.url}/buyers/acme` };
  await putCampaign(mine, 'BUYER', { settings });
  await putCampaign(mine, 'NOWHERE');
  await putCampaign(mine, 'SECRET', {}, { deliveryEndpointId: 'secret' });
  const endpoint = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'secret',
    url: `${sink.url}/buyers/{{ secrets.path }}`,
    headers: { Authorization: 'Bearer {{ secrets.key }}' },
    fields: { token: '{{ secrets.key }}' },
    responseRules: [
      { when: { jsonPath: '$.echo' }, outcome: 'rejected', reason: '$.echo', reference: '$.echo' },
      { when: { jsonPath: '$.quoted' }, outcome: 'accepted', price: '$.quoted' },
    ],
  });
  await putItem(mine.deliveryEndpoints, 'secret', endpoint);
}

/** A campaign with a client of its own. */
async function putCampaign(
  { campaigns, clients }: TenantStores,
  campaignId: string,
  ofClient: Partial<Client> = {},
  ofCampaign: Partial<Campaign> = {},
): Promise<void> {
  const clientId = `cli_${campaignId}`;
  await putItem(clients, clientId, aStoredClient({ clientId, ...ofClient }));
  await putItem(campaigns, campaignId, aStoredCampaign({ campaignId, clientId, ...ofCampaign }));
}

let added = 0;

async function campaignTo(mine: TenantStores, fields: Readonly<Record<string, unknown>>): Promise<Code> {
  const campaignId: Code = `C${(added += 1)}`;
  const deliveryEndpointId = `end_${campaignId}`;
  const endpoint = deliveryEndpointSchema.parse({ deliveryEndpointId, ...fields });
  await putItem(mine.deliveryEndpoints, deliveryEndpointId, endpoint);
  await putCampaign(mine, campaignId, {}, { deliveryEndpointId });
  return campaignId;
}

async function campaignOf(mine: TenantStores, settings: Client['settings']): Promise<Code> {
  const campaignId: Code = `C${(added += 1)}`;
  await putCampaign(mine, campaignId, { settings });
  return campaignId;
}

async function routed(
  core: Core,
  stores: TenantStores,
  campaignId: string,
  so: Pick<Routed, 'priceTerms' | 'consent' | 'claims'> = {},
): Promise<StagePayload> {
  const at = now(core);
  const submission = aSubmission({ submissionId: newId('submission'), campaignId, acceptedAt: at });
  const { submissionId } = submission;
  await core.stores.accept(accepted(submission));
  const payload = { tenantId, submissionId, generation: 0 };
  const opened = slot(slotName(submissionId, 0));
  const { opening } = opened;
  const placement = { campaignId, clientId: `cli_${campaignId}`, reservedAt: at, opening };
  const decision: Routed = { kind: 'routed', ...placement, ...so, trace: [] };
  await stores.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  await stores.journal.record(submission, 'routing', 0, decision, at);
  await openSlot(stores, opened, at, countsFor(campaignId));
  return payload;
}
