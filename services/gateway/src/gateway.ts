/** The gateway's HTTP server: all routes, over the given stores and queues. */
import type { ReadSettings } from '@sluice/contracts';
import { createNoteReceived, type Intake } from '@sluice/pipeline';
import {
  createHttpServer,
  createRateLimiter,
  createStrangerLimiter,
  describeApi,
  type Health,
} from '@sluice/http';
import type { Logger, Metrics, TrustedProxies } from '@sluice/process';
import type { Producer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { isStoreUnavailable, type SealingKey, type Stores } from '@sluice/store';
import type { Server } from 'node:http';
import { createFindKeyHolder } from './find-key-holder.js';
import { documentHook } from './hooks/document-hook.js';
import { smsHook } from './hooks/sms-hook.js';
import { voiceHook } from './hooks/voice-hook.js';
import { postingPage } from './posting/posting-page.js';
import type { LoadWatch } from './overload/watch-load.js';
import { routes } from './routes.js';
import type { OutcomeWaits } from './waiting/outcome-waits.js';

/** The parts that a gateway is built from. */
export interface GatewayParts {
  readonly stores: Stores;
  readonly producer: Producer;
  readonly intake: Intake;
  /** Counts requests for the rate limits; a client that fails fast. */
  readonly redis: Parameters<typeof createRateLimiter>[0];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Whether the stores have answered once, so that the interface may be served. Default: they have. */
  readonly begun?: () => boolean;
  readonly trustedProxies?: TrustedProxies;
  /** Where the interface is reached: appears in its description, and begins every address that vendors sign. */
  readonly publicUrl: string;
  /** The folder of the documentation site; until it is built, `/docs` shows the reference of the interface. */
  readonly docs: string;
  /** What the bodies of requests may hold. */
  readonly reads: ReadSettings;
  /** Decrypt the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** Answers who waits for an outcome. */
  readonly waits: Pick<OutcomeWaits, 'answerLater'>;
  /** Says when the gateway is too loaded to accept new work. Without it, all work is accepted. */
  readonly load?: Pick<LoadWatch, 'overload'>;
}

/** Makes the gateway's HTTP server; it does not listen yet. */
export function createGateway({
  stores,
  redis,
  publicUrl,
  encryptionKeys,
  waits,
  load,
  ...parts
}: GatewayParts): Server {
  const { producer, intake, log, metrics } = parts;
  const reports = createReports(stores);
  const limitRate = createRateLimiter(
    redis,
    async (tenantId) => (await stores.tenants.cached(tenantId))?.settings.rateLimit,
  );
  const strangers = createStrangerLimiter(redis, 'hooks');
  return createHttpServer({
    ...parts,
    routes,
    deps: {
      stores,
      reports,
      producer,
      log,
      metrics,
      encryptionKeys,
      intake,
      noteReceived: createNoteReceived(stores, log),
    },
    hooks: [
      smsHook({ stores, reports, producer, log, publicUrl, encryptionKeys, strangers }),
      documentHook({ stores, producer, log, encryptionKeys, strangers }),
      voiceHook({ stores, reports, producer, log, metrics, encryptionKeys, strangers }),
    ],
    pages: [postingPage({ stores, publicUrl, strangers: createStrangerLimiter(redis, 'post') })],
    findKeyHolder: createFindKeyHolder(stores),
    claimsOf: (tenantId) => stores.forTenant(tenantId).idempotency,
    limitRate,
    answerLater: waits.answerLater,
    refusesWork: () => load?.overload() !== undefined,
    isUnavailable: isStoreUnavailable,
    describe: () =>
      describeApi(
        routes.map(({ endpoint }) => endpoint),
        { ...apiFacts, publicUrl },
      ),
  });
}

const apiFacts = {
  title: 'Sluice: lead intake and distribution',
  description: [
    'Accepts leads, qualifies and routes them, and delivers them to buyers.',
    'Every answer is an envelope: `success` with `data`, or `success: false` with `error`.',
    'A submission answered with 2xx reaches exactly one final state. A repeated request with the same `Idempotency-Key` gets the first answer again.',
  ].join(' '),
};
