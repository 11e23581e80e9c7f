/** Members: which people have which role in one place, the installation or a tenant. */
import type { Collection, UpdateFilter } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
import type { IdentityTwoFactorDocument } from './identity-documents.js';
import { leaveLast, type Kept } from './leave-last.js';
import type { MemberChanged, MemberDocument, MemberVia, PlaceRole } from './member-document.js';

/** A member, as this package returns it. */
export interface Member<Role extends PlaceRole = PlaceRole> extends Omit<
  MemberDocument<Role>,
  '_id' | 'leaving'
> {
  readonly place: string;
}

/** The fields of a new member. */
export type NewMember<Role extends PlaceRole = PlaceRole> = Omit<
  Member<Role>,
  'place' | 'lastSeenAt' | 'disabledAt'
>;

interface Change {
  readonly $set?: Readonly<Partial<Omit<MemberDocument, '_id'>>>;
  readonly $unset?: Readonly<Record<string, string>>;
}

const HOUR_MS = 3_600_000;

/** The members of one place. */
export class MemberStore<Role extends PlaceRole> {
  readonly #members: Collection<MemberDocument>;
  readonly #kept: Kept;

  /** `kept` names the place, and the role that it never loses entirely. */
  constructor(members: Collection<MemberDocument>, kept: Kept) {
    this.#members = members;
    this.#kept = kept;
  }

  /** At most `limit` members by address, after this one: those whose address contains `search`. */
  async page(
    {
      search = '',
      after = '',
    }: { readonly search?: string | undefined; readonly after?: string | undefined },
    limit: number,
  ): Promise<readonly Member<Role>[]> {
    const literal = search.toLowerCase().replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    const found = await this.#members
      .find({ _id: keyRange(`${this.#kept.place}/`), address: { $gt: after, $regex: literal } })
      .sort({ address: 1 })
      .limit(limit)
      .toArray();
    return found.map(memberFrom<Role>);
  }

  /** How many there are, the disabled ones too. */
  async count(): Promise<number> {
    return this.#members.countDocuments({ _id: keyRange(`${this.#kept.place}/`) });
  }

  /** The member with this id, or with this address. */
  async find(person: string): Promise<Member<Role> | undefined> {
    const found = person.includes('@')
      ? await this.#members.findOne({ _id: keyRange(`${this.#kept.place}/`), address: person })
      : await this.#members.findOne({ _id: this.#id(person) });
    return found ? memberFrom<Role>(found) : undefined;
  }

  /** Whether somebody holds the role that this place never loses entirely, and is not disabled. */
  async isKept(): Promise<boolean> {
    const { place, role } = this.#kept;
    const someone = { _id: keyRange(`${place}/`), role, disabledAt: { $exists: false } };
    return (await this.#members.findOne(someone, { projection: { _id: 1 } })) !== null;
  }

  /** Adds a member; false, and nothing changes, if the person is one already. */
  async add(member: NewMember<Role>): Promise<boolean> {
    try {
      await this.#members.insertOne({ _id: this.#id(member.userId), ...member });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Adds the person, or gives a member the role that the provider or proxy says, even if the last administrator thereby
   * loses theirs: OPERATOR_PASSWORD and the command line make a new one. A role by invitation stays as it is. Returns the
   * role before.
   */
  async fromOutside(member: NewMember<Role>): Promise<Role | undefined> {
    const { role, via, ...first } = member;
    const before = await this.#members
      .findOneAndUpdate(
        { _id: this.#id(member.userId), via: { $ne: 'password' } },
        { $set: { role, via }, $setOnInsert: first },
        { upsert: true, projection: { role: 1 } },
      )
      .catch((error: unknown) => {
        // Two first logins at once, and the other one has added the member; or a member by invitation.
        if (!isDuplicateKey(error)) throw error;
        return null;
      });
    return before?.role as Role | undefined;
  }

  /** Takes the role that groups at this provider or proxy gave; of a disabled member nothing, who stays disabled. */
  async leftGroups(userId: string, via: MemberVia): Promise<void> {
    await this.#members.deleteOne({ _id: this.#id(userId), via, disabledAt: { $exists: false } });
  }

  /** Makes the person an enabled member with the highest role, whatever the person was before. */
  async restore(member: NewMember<Role>): Promise<void> {
    const { role, via, ...first } = member;
    await this.#members.updateOne(
      { _id: this.#id(member.userId) },
      { $set: { role, via }, $unset: { disabledAt: '', leaving: '' }, $setOnInsert: first },
      { upsert: true },
    );
  }

  /** Sets a member's role, with the client or supplier that belongs to it, from the member's next request on. */
  async setRole(
    userId: string,
    role: Role,
    { clientId, supplierId }: Pick<Member, 'clientId' | 'supplierId'> = {},
  ): Promise<MemberChanged> {
    const of = Object.entries({ clientId, supplierId });
    const $set = { role, ...Object.fromEntries(of.filter(([, id]) => id !== undefined)) };
    const $unset = Object.fromEntries(of.filter(([, id]) => id === undefined).map(([name]) => [name, '']));
    if (role !== this.#kept.role) return this.#leave(userId, { $set, $unset });
    return this.#matched(userId, { $set, $unset });
  }

  /** Disables a member from now on. */
  async disable(userId: string, at: Date): Promise<MemberChanged> {
    return this.#leave(userId, { $set: { disabledAt: at } });
  }

  /** Enables a disabled member again. */
  async enable(userId: string): Promise<MemberChanged> {
    return this.#matched(userId, { $unset: { disabledAt: '' } });
  }

  /** Removes a member. */
  async remove(userId: string): Promise<MemberChanged> {
    return leaveLast(
      this.#members,
      this.#id(userId),
      this.#kept,
      async (asFound) => (await this.#members.deleteOne(asFound)).deletedCount === 1,
    );
  }

  /** Records that a member uses this place; written at most once an hour. */
  async noteSeen({ userId, lastSeenAt }: Pick<Member, 'userId' | 'lastSeenAt'>, at: Date): Promise<void> {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    if (lastSeenAt && lastSeenAt >= hour) return;
    const isEarlier = { $or: [{ lastSeenAt: { $exists: false } }, { lastSeenAt: { $lt: hour } }] };
    await this.#members.updateOne({ _id: this.#id(userId), ...isEarlier }, { $set: { lastSeenAt: hour } });
  }

  #id(userId: string): string {
    return keyOf(this.#kept.place, userId);
  }

  async #leave(userId: string, { $set, $unset }: Change): Promise<MemberChanged> {
    return leaveLast(this.#members, this.#id(userId), this.#kept, async (asFound) => {
      const change = { $set, $unset: { ...$unset, leaving: '' } } as UpdateFilter<MemberDocument>;
      return (await this.#members.updateOne(asFound, change)).matchedCount === 1;
    });
  }

  async #matched(userId: string, change: Change): Promise<MemberChanged> {
    const { matchedCount } = await this.#members.updateOne(
      { _id: this.#id(userId) },
      change as UpdateFilter<MemberDocument>,
    );
    return matchedCount === 1 ? 'changed' : 'unknown';
  }
}

/** Every place of one person, for whoever decides what the person may do. */
export class Memberships {
  readonly #members: Collection<MemberDocument>;
  readonly #factors: Collection<IdentityTwoFactorDocument>;

  constructor(members: Collection<MemberDocument>, factors: Collection<IdentityTwoFactorDocument>) {
    this.#members = members;
    this.#factors = factors;
  }

  /** Which of these people have a second factor that is confirmed. */
  async withSecondFactor(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    // The library marks one that is not confirmed yet.
    const confirmed = { userId: { $in: userIds }, verified: { $ne: false } };
    const found = await this.#factors.find(confirmed, { projection: { userId: 1 } }).toArray();
    return new Set(found.map(({ userId }) => userId));
  }

  /** The places of a person, the disabled ones too. */
  async of(userId: string): Promise<readonly Member[]> {
    return (await this.#members.find({ userId }).toArray()).map((found) => memberFrom(found));
  }
}

// Each place has documents with its own kind of role only.
function memberFrom<Role extends PlaceRole>({
  _id,
  leaving: _leaving,
  ...member
}: MemberDocument): Member<Role> {
  return { place: _id.slice(0, _id.indexOf('/')), ...(member as Omit<MemberDocument<Role>, '_id'>) };
}
