/** A conversion event to be sent, before anything of the lead is in it. */
import type { ActionSource, PixelPlatform } from '@sluice/contracts';

/** What a rule or a caller asks for. Holds no personal data and no secret. */
export interface PixelOrder {
  readonly platform: PixelPlatform;
  readonly pixelId: string;
  readonly eventName: string;
  /** Repeats under one id count once at the platform. */
  readonly eventId: string;
  /** When it happened, ISO 8601. */
  readonly at: string;
  readonly actionSource: ActionSource;
  readonly value?: number;
  /** ISO 4217; USD when absent. */
  readonly currency?: string;
  /** Sends the event in test mode. */
  readonly testEventCode?: string;
}
