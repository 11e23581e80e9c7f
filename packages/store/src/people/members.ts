/** Members: which people have which role in one place, the installation or a tenant. */
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';
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
export type NewMember<Role extends PlaceRole = PlaceRole> = Pick<
  Member<Role>,
  'userId' | 'address' | 'role' | 'via' | 'createdAt' | 'createdBy' | 'clientId' | 'supplierId'
>;

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

  /** Every member, by address. */
  async all(): Promise<readonly Member<Role>[]> {
    const found = await this.#members.find({ _id: keyRange(`${this.#kept.place}/`) }).toArray();
    return found.map(memberFrom<Role>).toSorted((one, other) => (one.address < other.address ? -1 : 1));
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

  /** Sets a member's role, from the member's next request on. */
  async setRole(userId: string, role: Role): Promise<MemberChanged> {
    if (role !== this.#kept.role) return this.#leave(userId, { role });
    return this.#matched(userId, { $set: { role } });
  }

  /** Disables a member from now on. */
  async disable(userId: string, at: Date): Promise<MemberChanged> {
    return this.#leave(userId, { disabledAt: at });
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

  async #leave(userId: string, set: Partial<Omit<MemberDocument, '_id'>>): Promise<MemberChanged> {
    return leaveLast(this.#members, this.#id(userId), this.#kept, async (asFound) => {
      const { matchedCount } = await this.#members.updateOne(asFound, {
        $set: set,
        $unset: { leaving: '' },
      });
      return matchedCount === 1;
    });
  }

  async #matched(
    userId: string,
    change: { readonly $set?: Partial<MemberDocument>; readonly $unset?: { readonly disabledAt: '' } },
  ): Promise<MemberChanged> {
    const { matchedCount } = await this.#members.updateOne({ _id: this.#id(userId) }, change);
    return matchedCount === 1 ? 'changed' : 'unknown';
  }
}

/** Every place of one person, for whoever decides what the person may do. */
export class Memberships {
  readonly #members: Collection<MemberDocument>;

  constructor(members: Collection<MemberDocument>) {
    this.#members = members;
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
