/**
 * Invitations: the link under which a person becomes a member of a place. The link's token names the place, and only its
 * hash is stored, so that a copy of the database holds no link.
 */
import type { Membership } from '@sluice/contracts';
import { createHash, randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { idOf, keyOf, keyRange } from '../driver/keys.js';
import type { PlaceRole } from './member-document.js';

/** An invitation as stored, under `<place>/<SHA-256 of the token>`. */
export interface InvitationDocument extends Pick<Membership, 'clientId' | 'supplierId'> {
  readonly _id: string;
  readonly address: string;
  readonly role: PlaceRole;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** A member of the tenant invited; absent: a person or key of the installation. */
  readonly byMember?: true;
  readonly expiresAt: Date;
  readonly acceptedAt?: Date;
  readonly revokedAt?: Date;
}

/** An invitation that may be accepted. */
export interface Invitation extends Pick<
  InvitationDocument,
  'address' | 'role' | 'clientId' | 'supplierId' | 'createdAt' | 'createdBy' | 'byMember' | 'expiresAt'
> {
  readonly invitationId: string;
  readonly place: string;
}

/** What an invitation says. */
export type Invited = Pick<
  Invitation,
  'address' | 'role' | 'clientId' | 'supplierId' | 'createdBy' | 'byMember'
>;

const LASTS_MS = 7 * 24 * 3_600_000;
const TOKEN = /^([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]{43}$/;
const open = { acceptedAt: { $exists: false }, revokedAt: { $exists: false } };

/** The invitations of every place. */
export class InvitationStore {
  readonly #invitations: Collection<InvitationDocument>;

  constructor(invitations: Collection<InvitationDocument>) {
    this.#invitations = invitations;
  }

  /**
   * Invites an address to a place, in place of an earlier invitation. Returns the token, which is not stored. Of two
   * invitations of one address at once, one stays open.
   */
  async invite(
    place: string,
    invited: Invited,
    now: Date,
  ): Promise<{ readonly token: string; readonly expiresAt: Date; readonly invitationId: string }> {
    const token = `${place}.${randomBytes(32).toString('base64url')}`;
    const expiresAt = new Date(now.getTime() + LASTS_MS);
    const _id = keyOfToken(place, token);
    await this.#invitations.insertOne({ _id, ...invited, createdAt: now, expiresAt });
    const ofAddress = { _id: keyRange(`${place}/`), address: invited.address, ...open };
    // Whoever writes last sees both, and everyone keeps the same one.
    const [latest] = await this.#invitations
      .find(ofAddress, { projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(1)
      .toArray();
    const others = { ...ofAddress, _id: { ...keyRange(`${place}/`), $ne: latest?._id ?? _id } };
    await this.#invitations.updateMany(others, { $set: { revokedAt: now } });
    return { token, expiresAt, invitationId: idOf(_id) };
  }

  /** The open invitations of a place, by address. */
  async openOf(place: string, now: Date): Promise<readonly Invitation[]> {
    const current = { _id: keyRange(`${place}/`), ...open, expiresAt: { $gt: now } };
    const found = await this.#invitations.find(current).sort({ address: 1 }).toArray();
    return found.map(invitationFrom);
  }

  /** An open invitation of a place. */
  async find(place: string, invitationId: string, now: Date): Promise<Invitation | undefined> {
    const current = { _id: keyOf(place, invitationId), ...open, expiresAt: { $gt: now } };
    const found = await this.#invitations.findOne(current);
    return found ? invitationFrom(found) : undefined;
  }

  /** Revokes an open invitation; false if there is none. */
  async revoke(place: string, invitationId: string, now: Date): Promise<boolean> {
    const { matchedCount } = await this.#invitations.updateOne(
      { _id: keyOf(place, invitationId), ...open },
      { $set: { revokedAt: now } },
    );
    return matchedCount === 1;
  }

  /** The invitation of this token; undefined if it is wrong, accepted, revoked or expired. */
  async ofToken(token: string, now: Date): Promise<Invitation | undefined> {
    const [, place] = TOKEN.exec(token) ?? [];
    if (place === undefined) return undefined;
    const current = { _id: keyOfToken(place, token), ...open, expiresAt: { $gt: now } };
    const found = await this.#invitations.findOne(current);
    return found ? invitationFrom(found) : undefined;
  }

  /** The open invitations of an address, in every place, each with the key under which it is accepted. */
  async openTo(address: string, now: Date): Promise<readonly (Invitation & { readonly key: string })[]> {
    const found = await this.#invitations.find({ address, ...open, expiresAt: { $gt: now } }).toArray();
    return found.map((one) => ({ ...invitationFrom(one), key: one._id }));
  }

  /** Notes that the invitation of this token was accepted. Repeatable. */
  async accept(token: string, now: Date): Promise<void> {
    const [, place = ''] = TOKEN.exec(token) ?? [];
    await this.acceptKey(keyOfToken(place, token), now);
  }

  /** Notes that an invitation of {@link openTo} was accepted. Repeatable. */
  async acceptKey(key: string, now: Date): Promise<void> {
    await this.#invitations.updateOne({ _id: key, ...open }, { $set: { acceptedAt: now } });
  }
}

function invitationFrom({ _id, ...invitation }: InvitationDocument): Invitation {
  return { ...invitation, invitationId: idOf(_id), place: _id.slice(0, _id.indexOf('/')) };
}

function keyOfToken(place: string, token: string): string {
  return `${place}/${createHash('sha256').update(token).digest('base64url')}`;
}
