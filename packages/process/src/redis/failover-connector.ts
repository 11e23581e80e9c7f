/** The search for the master that Sentinels name, while they replace it. */
import { SentinelConnector, type SentinelConnectionOptions } from 'ioredis';

/** What ioredis keeps private: how a connection hears from its Sentinels that there is a new master. */
interface Listening {
  failoverDetector: { cleanup(): void } | null;
}

/**
 * Connects to the master that Sentinels name. ioredis's own connector still listens for the connection that was lost:
 * the news of a new master then ends the search for it, and no other search begins, so the connection stays closed.
 */
export class FailoverConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(
    ...args: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    const lost = this as unknown as Listening;
    lost.failoverDetector?.cleanup();
    lost.failoverDetector = null;
    return super.connect(...args);
  }
}
