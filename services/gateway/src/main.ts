/** The gateway: takes requests until it is told to stop. */
import { allowOutbound } from '@sluice/contracts';
import {
  closeOnSignals,
  ConfigError,
  createLogger,
  createMetrics,
  createProducer,
  createShutdown,
  maskedConfig,
  outboundProblem,
  producerConnection,
} from '@sluice/runtime';
import { openStores } from '@sluice/store';
import { config } from './config.js';
import { createGateway } from './gateway.js';
import { listen } from './listen.js';

const log = createLogger('gateway', config.LOG_LEVEL);
const shutdown = createShutdown(log);
closeOnSignals(shutdown, log, config.SLUICE_SUPERVISED);
log.info('starting', maskedConfig({ ...config }));

const problem = outboundProblem(config);
if (problem !== undefined) throw new ConfigError(problem);
allowOutbound(config.OUTBOUND_ALLOW);

const metrics = createMetrics('gateway');
const stores = await openStores(config.MONGODB_URL);
shutdown.onClose('stores', () => stores.close());
await stores.prepare();

const redis = producerConnection(config.REDIS_URL, log);
shutdown.onClose('redis', async () => redis.disconnect());
const producer = createProducer(redis);
shutdown.onClose('producer', () => producer.close());

const server = createGateway({
  stores,
  producer,
  redis,
  log,
  metrics,
  publicUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`,
  health: {
    ready: async () => {
      if (shutdown.closing()) throw new Error('stopping');
      await stores.ping();
    },
    // Nothing here works on its own; that the event loop turns is shown by answering at all.
    stuck: () => undefined,
  },
});
shutdown.onClose('server', await listen(server, config.PORT));
log.info('ready', { port: config.PORT });
