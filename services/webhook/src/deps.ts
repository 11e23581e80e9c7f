/** What the webhook worker is given. */
import type { Core } from '@sluice/pipeline';
import type { OutboundClient } from '@sluice/providers';

/** What the worker needs beyond the core. */
export interface WebhookDeps extends Core {
  readonly outbound: OutboundClient;
}
