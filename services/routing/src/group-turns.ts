/**
 * Whose turn it is in the groups of all tenants, as this process knows it: what is stored, read again after a second, and
 * the turns that its leads have taken since. Leads that are decided side by side therefore do not all take the same turn.
 */
import type { GroupMember, Standing, Turn } from '@sluice/domain';
import { creditAt, nextInTurn, ratiosOf } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** A turn that a lead has taken while it is decided. */
export interface TurnTaken {
  readonly count: string;
  /** Call once: with true when the lead is routed there, with false when it is not. */
  readonly settle: (isRouted: boolean) => void;
}

interface Share extends Standing {
  /** Turns that are taken and not settled. */
  readonly pending: number;
}

interface Group {
  readonly shares: Map<string, Share>;
  readonly since: Date;
  readAt: number;
}

const READ_AGAIN_MS = 1_000;
/** How many groups are known at once; the one read longest ago is forgotten first. */
const GROUPS = 10_000;
const nobody: Turn = { at: -1, ratios: [] };
const nothing: Share = { taken: 0, credit: 0, isAway: false, pending: 0 };

type Counting = Pick<TenantStores, 'counts' | 'tenantId'>;

/** The turns of one process. */
export class GroupTurns {
  readonly #groups = new Map<string, Group>();

  /** Takes the next turn among these members. Those in `away` were found unable to take leads. */
  async take(
    stores: Counting,
    members: readonly GroupMember[],
    away: readonly string[],
  ): Promise<{ readonly turn: Turn; readonly taken?: TurnTaken }> {
    const group = await this.#known(stores, members);
    this.#noteAway(stores, group, away);
    // From here on nothing is awaited, so that the next lead sees this turn as taken.
    const standings = members.map(({ count }) => standingOf(group, count.name));
    const ratios = ratiosOf(members, standings);
    const at = nextInTurn(ratios);
    const member = members[at];
    if (!member) return { turn: nobody };
    const { name } = member.count;
    change(group, name, ({ pending }) => ({ pending: pending + 1 }));
    const settle = (isRouted: boolean) => {
      change(group, name, ({ pending, taken }) => ({
        pending: pending - 1,
        taken: taken + (isRouted ? 1 : 0),
      }));
      if (isRouted) this.#noteBack(stores, group, member, ratios[at] ?? 0);
    };
    return { turn: { at, ratios }, taken: { count: name, settle } };
  }

  async #known({ counts, tenantId }: Counting, members: readonly GroupMember[]): Promise<Group> {
    const since = members[0]?.count.starts.daily ?? new Date(0);
    const key = `${tenantId}/${members[0]?.count.name.split('.').slice(0, 3).join('.')}`;
    const cached = this.#groups.get(key);
    const isKnown =
      cached?.since.getTime() === since.getTime() &&
      members.every(({ count }) => cached.shares.has(count.name));
    if (cached && isKnown && performance.now() - cached.readAt < READ_AGAIN_MS) return cached;
    const group =
      cached?.since.getTime() === since.getTime() ? cached : { shares: new Map(), since, readAt: 0 };
    group.readAt = performance.now();
    this.#groups.delete(key);
    this.#groups.set(key, group);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > GROUPS && oldest !== undefined) this.#groups.delete(oldest);
    const stored = await counts.standings(members.map(({ count }) => count));
    members.forEach(({ count }, index) => change(group, count.name, () => stored[index] ?? {}));
    return group;
  }

  #noteAway({ counts }: Counting, group: Group, away: readonly string[]): void {
    const news = away.filter((name) => !standingOf(group, name).isAway);
    for (const name of news) change(group, name, () => ({ isAway: true }));
    // If it is not written, another process finds out by itself.
    if (news.length > 0) void counts.setAway(news).catch(() => undefined);
  }

  #noteBack({ counts }: Counting, group: Group, { count, weight }: GroupMember, ratio: number): void {
    const share = group.shares.get(count.name) ?? nothing;
    if (!share.isAway) return;
    const credit = creditAt(ratio, weight, share.taken - 1);
    change(group, count.name, () => ({ isAway: false, credit }));
    void counts.setBack(count.name, { start: count.starts.daily, leads: credit }).catch(() => undefined);
  }
}

function standingOf(group: Group, name: string): Standing {
  const { taken, pending, ...share } = group.shares.get(name) ?? nothing;
  return { ...share, taken: taken + pending };
}

function change(group: Group, name: string, by: (share: Share) => Partial<Share>): void {
  const share = group.shares.get(name) ?? nothing;
  group.shares.set(name, { ...share, ...by(share) });
}
