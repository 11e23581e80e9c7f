/**
 * What routing asks while it decides. Routing itself has no side effects: a stage answers from caches and stores, a
 * simulation without changing anything, a test from a table.
 */
import type { Campaign, Client, DeliveryEndpoint } from '@sluice/contracts';
import type { DedupeOutcome, Suppression } from '../qualification/qualify.js';
import type { Count, MemberCount } from './limits.js';

/** A member of a group whose members take turns. */
export interface GroupMember {
  readonly count: MemberCount;
  readonly weight: number;
}

/** Whose turn it is: the member's place, -1 if there is none, and the ratios of all. */
export interface Turn {
  readonly at: number;
  readonly ratios: readonly number[];
}

/** The functions that answer routing's questions. What does not exist is undefined. */
export interface RoutingAnswers {
  readonly campaign: (campaignId: string) => Promise<Campaign | undefined>;
  /** The active campaign of the client and the offer with these names. */
  readonly campaignOf: (clientName: string, offerName: string) => Promise<Campaign | undefined>;
  readonly client: (clientId: string) => Promise<Client | undefined>;
  readonly endpoint: (deliveryEndpointId: string) => Promise<DeliveryEndpoint | undefined>;
  /** What the client's suppression lists say of the lead; absent if no client has any. */
  readonly suppressedFor?: ((client: Client) => Promise<Suppression | undefined>) | undefined;
  /** Whether the client of a campaign with the scope `client` has the person from another lead. */
  readonly duplicateFor: (campaign: Campaign, client: Client) => Promise<DedupeOutcome>;
  /** Whether a receiver is not called for a while, by the label of its destination. */
  readonly isDown: (receiver: string) => Promise<boolean>;
  /** Whose turn it is; the turn is taken unless the lead is `apart`. */
  readonly turn: (members: readonly GroupMember[], apart: boolean) => Promise<Turn>;
  /** Gives the turn of this member back. */
  readonly giveBack: (count: MemberCount, isAway: boolean) => Promise<void>;
  /** Returns the names of the limits that have no room for a lead that `campaignId` would take. */
  readonly peek: (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;
  /**
   * Opens the lead's name in every count and returns an empty list, or opens none and returns full limits, at least one.
   * `campaignId` is the campaign that would take the lead.
   */
  readonly reserve: (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;
}
