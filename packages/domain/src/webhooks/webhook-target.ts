/** The destination of a campaign's events: its own webhook settings or its tenant's (§2.1.1, §6.2). */
import type { Campaign, TenantSettings, WebhookEvent } from '@sluice/contracts';

/** Where events are posted, with retries and timeout. Secrets are not included. */
export interface WebhookTarget {
  readonly kind: 'target';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How often a failed post is retried. */
  readonly retryAttempts: number;
  readonly timeoutMs: number;
  /** Whether each event is wanted, by its name; if absent, every event is sent. */
  readonly events?: Readonly<Record<string, boolean>>;
}

/** No receiver is to be called. */
export interface NoWebhook {
  readonly kind: 'none';
  readonly because: 'disabled' | 'no_url';
}

/** How an event is sent unless its receiver's settings say otherwise. */
export const webhookDefaults = { retryAttempts: 5, timeoutSeconds: 15 } as const;

/**
 * Returns where the events of a campaign go. A campaign that inherits, or has no URL, uses the tenant's settings but
 * keeps its own selection of events. A campaign that switches webhooks off calls no receiver, whatever the tenant's
 * settings.
 */
export function webhookTarget(
  campaign: Pick<Campaign, 'webhooks'> | undefined,
  tenantSettings: Pick<TenantSettings, 'webhooks'>,
): WebhookTarget | NoWebhook {
  const own = campaign?.webhooks;
  if (own?.enabled === false) return { kind: 'none', because: 'disabled' };
  const inherits = own?.url === undefined || own.inheritFromTenant === true;
  const used = inherits ? tenantSettings.webhooks : own;
  if (used?.enabled === false) return { kind: 'none', because: 'disabled' };
  if (used?.url === undefined) return { kind: 'none', because: 'no_url' };
  const events = own?.events ?? used.events;
  return {
    kind: 'target',
    url: used.url,
    headers: used.headers ?? {},
    retryAttempts: used.retryAttempts ?? webhookDefaults.retryAttempts,
    timeoutMs: (used.timeoutSeconds ?? webhookDefaults.timeoutSeconds) * 1_000,
    events,
  };
}

/** Whether a target wants an event. */
export function wantsEvent({ events }: Pick<WebhookTarget, 'events'>, event: WebhookEvent): boolean {
  return events === undefined || (Object.hasOwn(events, event) && events[event] === true);
}
