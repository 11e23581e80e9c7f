/** A conversion event to send, before any data of the lead is added. */
import type { ActionSource, PixelPlatform } from '@sluice/contracts';

/** The event that a rule or a caller requests. Contains no personal data and no secret. */
export interface PixelOrder {
  readonly platform: PixelPlatform;
  readonly pixelId: string;
  readonly eventName: string;
  /** Events with the same id count once at the platform. */
  readonly eventId: string;
  /** When it happened, ISO 8601. */
  readonly at: string;
  readonly actionSource: ActionSource;
  readonly value?: number;
  /** ISO 4217; USD if absent. */
  readonly currency?: string;
  /** Sends the event in test mode. */
  readonly testEventCode?: string;
}
