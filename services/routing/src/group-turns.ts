/**
 * Whose turn it is in the groups of all tenants, as this process knows it: what is stored, read again after a second, and
 * the turns that its leads have taken since. Leads that are decided side by side therefore do not all take the same turn.
 */
import type { GroupMember, MemberCount, Standing, Turn } from '@sluice/domain';
import { creditAt, nextInTurn, ratiosOf } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** A turn that a lead has taken while it is decided. One of the two is called, once. */
export interface TurnTaken {
  readonly count: string;
  /** Whether the member took no leads when it was last looked at. */
  readonly isAway: boolean;
  /** The lead is routed there. */
  readonly keep: () => void;
  /** The lead is not routed there; `isAway` if the member was found to take no leads at the moment. */
  readonly giveBack: (found?: { readonly isAway: boolean }) => void;
}

interface Share extends Standing {
  /** Turns that are taken, and neither kept nor given back. */
  readonly pending: number;
  readonly readAt: number;
}

interface Group {
  readonly shares: Map<string, Share>;
  /** The day of the shares. */
  readonly since: Date;
  /** The read that is under way. */
  reading?: Promise<void> | undefined;
}

const READ_AGAIN_MS = 1_000;
/** How many groups are known at once; the one used longest ago is forgotten first. */
const GROUPS = 10_000;
const nobody: Turn = { at: -1, ratios: [] };
const nothing: Share = { leads: 0, credit: 0, isAway: false, pending: 0, readAt: -Infinity };

type Counting = Pick<TenantStores, 'counts' | 'tenantId'>;

/** The turns of one process. */
export class GroupTurns {
  readonly #groups = new Map<string, Group>();

  /** Takes the next turn among these members of one group. */
  async take(
    stores: Counting,
    members: readonly GroupMember[],
  ): Promise<{ readonly turn: Turn; readonly taken?: TurnTaken }> {
    const group = await this.#known(stores, members);
    // From here on nothing is awaited, so that the next lead sees this turn as taken.
    const standings = members.map(({ count }) => standingOf(group, count));
    const ratios = ratiosOf(members, standings);
    const at = nextInTurn(ratios, standings);
    const [member, standing] = [members[at], standings[at]];
    if (!group || !member || !standing) return { turn: nobody };
    const { isAway } = standing;
    const { count, weight } = member;
    const back = isAway && { credit: creditAt(ratios[at] ?? 0, weight, standing.leads) };
    change(group, count, ({ pending }) => ({ pending: pending + 1, ...back }));
    const keep = () => {
      change(group, count, ({ pending, leads }) => ({ pending: pending - 1, leads: leads + 1 }));
      noteBack(stores, group, count);
    };
    const giveBack = (found: { readonly isAway: boolean } = { isAway: false }) => {
      change(group, count, ({ pending }) => ({ pending: pending - 1 }));
      if (found.isAway) noteAway(stores, group, count);
    };
    return { turn: { at, ratios }, taken: { count: count.name, isAway, keep, giveBack } };
  }

  async #known(stores: Counting, members: readonly GroupMember[]): Promise<Group | undefined> {
    const [first] = members;
    if (!first) return undefined;
    const group = this.#groupOf(stores.tenantId, first.count);
    const isOld = ({ count }: GroupMember) =>
      performance.now() - shareOf(group, count).readAt > READ_AGAIN_MS;
    // Leads that come together share one read; only one that was about other members is followed by another.
    while (members.some(isOld)) {
      group.reading ??= read(stores, group, members).finally(() => (group.reading = undefined));
      await group.reading;
    }
    return group;
  }

  #groupOf(tenantId: string, { owner, starts }: GroupMember['count']): Group {
    const key = `${tenantId}/${owner.group}`;
    const cached = this.#groups.get(key);
    const isToday = cached?.since.getTime() === starts.daily.getTime();
    const group = isToday ? cached : { shares: new Map(), since: starts.daily };
    this.#groups.delete(key);
    this.#groups.set(key, group);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > GROUPS && oldest !== undefined) this.#groups.delete(oldest);
    return group;
  }
}

async function read({ counts }: Counting, group: Group, members: readonly GroupMember[]): Promise<void> {
  const stored = await counts.standings(members.map(({ count }) => count));
  const readAt = performance.now();
  members.forEach(({ count }, index) => change(group, count, () => ({ ...stored[index], readAt })));
}

// If it is not written, another process finds out by itself.
function noteAway({ counts }: Counting, group: Group, count: MemberCount): void {
  if (shareOf(group, count).isAway) return;
  change(group, count, () => ({ isAway: true }));
  void counts.setAway(count).catch(() => undefined);
}

function noteBack({ counts }: Counting, group: Group, count: MemberCount): void {
  const { isAway, credit } = shareOf(group, count);
  if (!isAway) return;
  change(group, count, () => ({ isAway: false }));
  void counts.setBack(count.name, { start: count.starts.daily, leads: credit }).catch(() => undefined);
}

function standingOf(group: Group | undefined, count: MemberCount): Standing {
  const { leads, pending, credit, isAway } = group ? shareOf(group, count) : nothing;
  return { leads: leads + pending, credit, isAway };
}

function shareOf(group: Group, { name }: MemberCount): Share {
  return group.shares.get(name) ?? nothing;
}

function change(group: Group, count: MemberCount, by: (share: Share) => Partial<Share>): void {
  const share = shareOf(group, count);
  group.shares.set(count.name, { ...share, ...by(share) });
}
