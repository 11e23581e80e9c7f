/** A conversion event as a request to any platform; the base URL comes from configuration. */
import type { LeadData, PixelOrder } from '@sluice/contracts';

/** A request relative to the platform's base URL. Query and headers carry the access token: never log them. */
export interface PixelRequest {
  readonly kind: 'request';
  readonly method: 'POST';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent as JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An event that the platform would refuse, so it is not sent. */
export interface Unsendable {
  readonly kind: 'unsendable';
  readonly reason: 'event_too_old';
}

/** The lead that an event is about. */
export interface PixelLead {
  readonly leadId: string;
  readonly data: LeadData;
  /** When the lead was first seen; its click is at least as old. */
  readonly createdAt: Date;
}

/** The inputs of an event. */
export interface PixelEventSources {
  readonly order: PixelOrder;
  readonly lead: PixelLead;
  readonly accessToken: string;
  readonly now: Date;
}

/** Value and currency, if the event has a value. */
export function moneyOf({ value, currency }: PixelOrder): { value: number; currency: string } | undefined {
  return value === undefined ? undefined : { value, currency: currency ?? 'USD' };
}

/** The event's time in seconds since 1970; never later than `now`, even if the clocks of two machines differ. */
export function eventTimeSeconds({ at }: PixelOrder, now: Date): number {
  return Math.floor(Math.min(Date.parse(at), now.getTime()) / 1_000);
}
