/**
 * Who may be routed to a campaign, and who has to wait, because only so many leads may be on their way to one campaign.
 * Each process knows the number as it was last read, and what it has routed since. A lead that has to wait goes on the
 * campaign's waiting list, which is named like its count; `release-waiting.ts` releases from it.
 *
 * The bound is soft: what several processes route between two reads may exceed it. While leads wait for a campaign, those
 * that arrive wait behind them; one that arrives in the moment in which the last ones are released may overtake these, and
 * one that joins them once it is qualified may overtake what still waits in the queue of routing.
 */
import { countName } from '@sluice/contracts';
import { MAX_ON_THE_WAY } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** Room for one lead on its way to a campaign. One of the two is called, once. */
export interface Room {
  readonly campaignId: string;
  /** The lead is routed there. */
  readonly keep: () => void;
  /** The lead is not routed there. */
  readonly giveBack: () => void;
}

/** What is known of one campaign. */
interface Known {
  /** Names that were open in its count when it was last read. */
  open: number;
  /** Leads that this process has routed there since. */
  routed: number;
  /** Leads that have room here, and no recorded decision yet. */
  pending: number;
  readAt: number;
  reading: Promise<void> | undefined;
}

type Counting = Pick<TenantStores, 'counts' | 'tenantId'>;

/** A campaign without room is read again after this long, whenever a lead asks. */
const FULL_AGAIN_MS = 200;
/** Any other is read again after this long, without the lead waiting for it. */
const AGAIN_MS = 5_000;
/** It is read earlier once this process has used up this part of what was left: others may have used up as much. */
const PART_LEFT = 1 / 4;
/** How many campaigns are known at once; the one used longest ago is forgotten first. */
const CAMPAIGNS = 10_000;

/** What one process knows of the leads on their way to the campaigns of all tenants. */
export class OnTheWay {
  readonly #most: number;
  readonly #known = new Map<string, Known>();
  #waiting = new Set<string>();

  /** `most` leads may be on their way to one campaign. */
  constructor(most = MAX_ON_THE_WAY) {
    this.#most = most;
  }

  /**
   * Room for one more lead at this campaign; undefined if it has to wait. A lead that has waited for it has its room
   * already.
   */
  async roomAt(
    stores: Counting,
    campaignId: string,
    { hasWaited }: { readonly hasWaited: boolean },
  ): Promise<Room | undefined> {
    const list = listOf(campaignId);
    const key = keyOf(stores, list);
    if (!hasWaited && this.#waiting.has(key)) return undefined;
    const known = this.#of(key);
    const ageMs = performance.now() - known.readAt;
    const isFull = this.#left(known) <= 0;
    const isUsedUp = known.routed >= PART_LEFT * (this.#most - known.open);
    if (known.readAt === -Infinity || (isFull && ageMs > FULL_AGAIN_MS))
      await this.#read(stores, list, known);
    else if (ageMs > AGAIN_MS || (isUsedUp && ageMs > FULL_AGAIN_MS))
      this.#read(stores, list, known).catch(() => undefined);
    // From here on nothing is awaited, so that the next lead sees this room as taken.
    if (!hasWaited && (this.#waiting.has(key) || this.#left(known) <= 0)) {
      this.#waiting.add(key);
      return undefined;
    }
    known.pending += 1;
    const giveBack = () => void (known.pending -= 1);
    const keep = () => {
      giveBack();
      known.routed += 1;
    };
    return { campaignId, keep, giveBack };
  }

  /** How many more leads may go to the campaign of a waiting list, after a new read. */
  async leftOn(stores: Counting, list: string): Promise<number> {
    const known = this.#of(keyOf(stores, list));
    await this.#read(stores, list, known);
    return this.#left(known);
  }

  /** Notes the waiting lists on which leads wait, of all tenants; for all other campaigns none waits. */
  noteWaiting(lists: readonly { readonly tenantId: string; readonly list: string }[]): void {
    this.#waiting = new Set(lists.map((one) => keyOf(one, one.list)));
  }

  #of(key: string): Known {
    const known = this.#known.get(key) ?? {
      open: 0,
      routed: 0,
      pending: 0,
      readAt: -Infinity,
      reading: undefined,
    };
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > CAMPAIGNS && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  #left({ open, routed, pending }: Known): number {
    return this.#most - open - routed - pending;
  }

  // Leads that ask in the same moment share one read.
  #read(stores: Counting, list: string, known: Known): Promise<void> {
    known.reading ??= readInto(stores, list, known).finally(() => (known.reading = undefined));
    return known.reading;
  }
}

/** The waiting list of a campaign. */
export function listOf(campaignId: string): string {
  return countName({ campaignId });
}

function keyOf({ tenantId }: Pick<Counting, 'tenantId'>, list: string): string {
  return `${tenantId}/${list}`;
}

// What is routed during the read may be in it or not, and still counts.
async function readInto({ counts }: Counting, list: string, known: Known): Promise<void> {
  const { routed } = known;
  const [open = 0] = await counts.onTheWay([list]);
  known.open = open;
  known.routed -= routed;
  known.readAt = performance.now();
}
