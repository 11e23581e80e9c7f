/**
 * What is typed in a form and not saved yet: kept in the tab, over a reload, a lost connection and a login that ended, until
 * it is saved or discarded. A logout forgets it (`api/session.ts`). What may be a credential is never stored: it stays until
 * the page is loaded again.
 */
import type { adminGetItem, EndpointData } from '@sluice/contracts';
import { operator, DRAFTS_KEPT_AS, useSession } from '../api/session.js';
import { isSame, withoutCredentials, type Item } from './values.js';

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

/** The stored drafts with what may be a credential, by their places. */
const whole = new Map<string, Draft>();
// After a logout.
useSession.subscribe(() => {
  for (const place of whole.keys()) if (sessionStorage.getItem(place) === null) whole.delete(place);
});

/** The draft that this person left in this tab. */
export function keptDraft(of: string): Draft | undefined {
  const place = placeOf(of);
  const text = sessionStorage.getItem(place);
  try {
    return text === null ? undefined : (whole.get(place) ?? (JSON.parse(text) as Draft));
  } catch {
    return undefined;
  }
}

/** How much of a draft is kept over a reload: all, all but what may be a credential, or nothing, for want of room. */
export type Kept = 'all' | 'without credentials' | 'no room';

export function keepDraft(of: string, draft: Draft): Kept {
  const { basedOn, was, item } = draft;
  const place = placeOf(of);
  const kept = { basedOn, was, item: withoutCredentials(item, was) };
  try {
    sessionStorage.setItem(place, JSON.stringify(kept));
    whole.set(place, draft);
    return isSame(kept.item, item) ? 'all' : 'without credentials';
  } catch {
    return 'no room';
  }
}

export function forgetDraft(of: string): void {
  sessionStorage.removeItem(placeOf(of));
  whole.delete(placeOf(of));
}
