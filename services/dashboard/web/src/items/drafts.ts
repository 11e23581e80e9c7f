/**
 * What is typed in a form and not saved yet: kept in the tab, over a reload, a lost connection and a login that ended, until
 * it is saved or discarded. A logout forgets it (`api/session.ts`). Nothing that may be a credential is kept.
 */
import type { adminGetItem, EndpointData } from '@sluice/contracts';
import { operator, DRAFTS_KEPT_AS } from '../api/session.js';
import { withoutCredentials, type Item } from './values.js';

/** An item as it is saved. */
export type LoadedItem = Pick<EndpointData<typeof adminGetItem>, 'item' | 'etag'>;

/** A changed item. */
export interface Draft {
  /** The etag that the change began with; null for a new item. */
  readonly basedOn: string | null;
  /** The item as it was then. */
  readonly was: Item;
  readonly item: Item;
}

/**
 * Where the draft of an item is kept, e.g. `demo/offers/off_mva`. New ones, and each that begins as a copy, have places of
 * their own, which no id can take.
 */
export function draftOf(tenantId: string, section: string, id: string | undefined, copyOf?: string): string {
  return [tenantId, section, id ?? (copyOf === undefined ? '+new' : `copy:${copyOf}`)].join('/');
}

const placeOf = (of: string) => `${DRAFTS_KEPT_AS}${operator()?.personId}/${of}`;

/** The draft that this person left in this tab. */
export function keptDraft(of: string): Draft | undefined {
  const text = sessionStorage.getItem(placeOf(of));
  try {
    return text === null ? undefined : (JSON.parse(text) as Draft);
  } catch {
    return undefined;
  }
}

/** Keeps a draft; false if the browser has no room for it. */
export function keepDraft(of: string, { basedOn, was, item }: Draft): boolean {
  const kept = { basedOn, was, item: withoutCredentials(item, was) };
  try {
    sessionStorage.setItem(placeOf(of), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forgetDraft(of: string): void {
  sessionStorage.removeItem(placeOf(of));
}
