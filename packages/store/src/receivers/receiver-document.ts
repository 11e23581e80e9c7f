/**
 * How a receiver does, in one document: its recent answers, its circuit, an operator's order, and whether it is switched
 * off. Each part has a writer of its own, which changes the fields of that part alone, so none undoes another's.
 */
import type { Document } from 'mongodb';
import { createHash } from 'node:crypto';
import { idOf, keyOf, keyRange } from '../driver/keys.js';
import type { RecentAnswers } from './answers.js';
import type { Circuit, CircuitOrder } from './circuit.js';

/** Since when a receiver is switched off, and why. */
export interface SwitchedOff {
  readonly at: Date;
  readonly reason: string;
  /** Fingerprints of the configurations for which it is off. */
  readonly configurations: readonly string[];
}

/** An event that was sent to a webhook's receiver, and how that ended. */
export interface SentEvent {
  readonly at: Date;
  /** Its type, e.g. `lead.delivered`. */
  readonly event: string;
  readonly leadId: string;
  readonly outcome: 'done' | 'retry' | 'failed';
  readonly status?: number;
}

/** A receiver as stored. Absent parts: nothing is known, or nothing is the matter. */
export interface ReceiverDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** A buyer's label; for webhooks and mail the address. */
  readonly receiver: string;
  readonly answers?: RecentAnswers;
  readonly circuit?: Circuit;
  /** The latest order about its circuit, whether or not it is still in force. */
  readonly order?: CircuitOrder;
  readonly switchedOff?: SwitchedOff;
  /** The latest events, oldest first. */
  readonly events?: readonly SentEvent[];
  /** When the latest postback to it failed; of suppliers' trackers only. */
  readonly postbackFailedAt?: Date;
  /** When an operator switched it on; results of earlier calls no longer count. */
  readonly switchedOnAt?: Date;
}

/** The fields that tell whose document it is. */
export type ReceiverName = Pick<ReceiverDocument, 'tenantId' | 'receiver'>;

/** The part of an update that names the receiver, which may be new. No text of it is read as an expression. */
export function named({ tenantId, receiver }: ReceiverName): Document {
  return { tenantId: { $literal: tenantId }, receiver: { $literal: receiver } };
}

// Buyers and addresses are apart, because a buyer's label may be the address of a webhook. A label may contain any
// character.
const BUYER = 'buyer.';
const ADDRESS = 'address.';

/** The stored key of a buyer. */
export function buyerKey({ tenantId, receiver }: ReceiverName): string {
  return keyOf(tenantId, `${BUYER}${encodeURIComponent(receiver)}`);
}

/** The keys of all buyers of a tenant. */
export function buyerKeys(tenantId: string): ReturnType<typeof keyRange> {
  return keyRange(keyOf(tenantId, BUYER));
}

/** The id of an address, which may be long and contain credentials. */
export function addressId(address: string): string {
  return createHash('sha256').update(address).digest('base64url');
}

const POSTBACK = 'postback:';

/**
 * What stands for the configured address of a supplier's tracker, because that may hold a key: the supplier and a part of
 * a hash, so that a new address begins anew.
 */
export function postbackAddress(supplierId: string, url: string): string {
  return `${POSTBACK}${supplierId}:${addressId(url).slice(0, 8)}`;
}

/** The supplier that an address stands for; undefined if it is one that is called. */
export function supplierOfAddress(address: string): string | undefined {
  return address.startsWith(POSTBACK) ? address.split(':')[1] : undefined;
}

/** The stored key of an address, by its id. */
export function addressKey(tenantId: string, id: string): string {
  return keyOf(tenantId, `${ADDRESS}${id}`);
}

/** The keys of all addresses of a tenant. */
export function addressKeys(tenantId: string): ReturnType<typeof keyRange> {
  return keyRange(keyOf(tenantId, ADDRESS));
}

/** The id of an address, of its stored key. */
export function addressIdOf(key: string): string {
  return idOf(key).slice(ADDRESS.length);
}
