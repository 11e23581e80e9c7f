/** The gateway as a server: the routes over the stores and the queues that it is given. */
import { createAdminRouter, identifyByKey } from '@sluice/admin';
import { adminEndpoints, adminStreams } from '@sluice/contracts';
import type { Intake } from '@sluice/pipeline';
import {
  createHttpServer,
  createRateLimiter,
  describeApi,
  type Health,
  type Logger,
  type Metrics,
  type Producer,
  type TrustedProxies,
} from '@sluice/runtime';
import { isStoreUnavailable, type SealingKey, type Stores } from '@sluice/store';
import type { Server } from 'node:http';
import { smsHook } from './hooks/sms-hook.js';
import { createNoteReceived } from './leads/note-received.js';
import type { LoadWatch } from './overload/watch-load.js';
import { routes } from './routes.js';

/** What the gateway stands on. */
export interface GatewayParts {
  readonly stores: Stores;
  readonly producer: Producer;
  readonly intake: Intake;
  /** Where requests are counted; one that fails fast. */
  readonly redis: Parameters<typeof createRateLimiter>[0];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Whether the stores have answered once, so that the interface may be served; without it, they have. */
  readonly begun?: () => boolean;
  readonly trustedProxies?: TrustedProxies;
  /** Where the interface is reached: for its description, and what vendors sign begins with it. */
  readonly publicUrl: string;
  /** Open the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** Says when there is too much to do for new work to be taken; without it all is taken. */
  readonly load?: Pick<LoadWatch, 'overload'>;
}

/** Makes the gateway's HTTP server; it does not listen yet. */
export function createGateway({
  stores,
  redis,
  publicUrl,
  encryptionKeys,
  load,
  ...parts
}: GatewayParts): Server {
  const { producer, intake, log, metrics } = parts;
  const limitRate = createRateLimiter(
    redis,
    async (tenantId) => (await stores.tenants.cached(tenantId))?.settings.rateLimit,
  );
  return createHttpServer({
    ...parts,
    routes,
    deps: {
      stores,
      producer,
      log,
      metrics,
      encryptionKeys,
      intake,
      noteReceived: createNoteReceived(stores, log),
    },
    hooks: [smsHook({ stores, producer, log, metrics, publicUrl, encryptionKeys })],
    findKeyHolder: (key, now) => stores.apiKeys.holderOf(key, now),
    claimsOf: (tenantId) => stores.forTenant(tenantId).idempotency,
    limitRate,
    admin: createAdminRouter(
      { stores, producer, log, metrics, redis, encryptionKeys },
      identifyByKey({ stores, redis }),
    ),
    refusesWork: () => load?.overload() !== undefined,
    isUnavailable: isStoreUnavailable,
    document: describeApi(
      routes.map(({ endpoint }) => endpoint),
      { ...apiFacts, publicUrl },
      { endpoints: adminEndpoints, streams: adminStreams },
    ),
  });
}

const apiFacts = {
  title: 'Sluice: lead intake and distribution',
  version: '1.0.0',
  description: [
    'Takes leads in, qualifies and routes them, and delivers them to buyers.',
    'Every answer is an envelope: `success` with `data`, or `success: false` with `error`.',
    'What is answered 2xx reaches exactly one end; a repeat under the same `Idempotency-Key` receives the first answer again.',
    'What begins with `/admin/v1` is for operators, who use it with admin keys of their own.',
  ].join(' '),
};
