/** A conversion event as a request, whatever the platform; the base URL belongs to configuration. */
import type { LeadData } from '@sluice/contracts';
import type { PixelOrder } from './pixel-order.js';

/** A request relative to the platform's base URL. Query and headers carry the access token: never log them. */
export interface PixelRequest {
  readonly kind: 'request';
  readonly method: 'POST';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** To be sent as JSON. */
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
  /** When the lead was first seen; its click is no younger. */
  readonly createdAt: Date;
}

/** What an event is made from. */
export interface PixelEventSources {
  readonly order: PixelOrder;
  readonly lead: PixelLead;
  readonly accessToken: string;
  readonly now: Date;
}

/** Answers an address for the platform, or nothing where the lead's text is none. */
export function ipAddressOf(text: string | undefined): string | undefined {
  return text !== undefined && /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]+)$/i.test(text)
    ? text
    : undefined;
}

/** Value and currency, when the event has a value. */
export function moneyOf({ value, currency }: PixelOrder): { value: number; currency: string } | undefined {
  return value === undefined ? undefined : { value, currency: currency ?? 'USD' };
}

/** Seconds since 1970 of the event; never ahead of `now`, whatever the clocks of two machines say. */
export function eventTimeSeconds({ at }: PixelOrder, now: Date): number {
  return Math.floor(Math.min(Date.parse(at), now.getTime()) / 1_000);
}
