/**
 * Operators: the persons who run the installation, each with a name and a role. They belong to no tenant. Also the
 * state that all dashboards share, so that a session is valid in each of them and across restarts: the signing key, and
 * the ended sessions.
 */
import { randomBytes } from 'node:crypto';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { leaveAdministrators } from './leave-administrators.js';
import type { OperatorChanged, OperatorDocument, OperatorRole, OperatorVia } from './operator-document.js';

export * from './operator-document.js';

/** An operator, as this package returns it. */
export interface Operator extends Omit<OperatorDocument, '_id' | 'leaving'> {
  readonly name: string;
}

/** The fields of a new operator. */
export type NewOperator = Pick<Operator, 'name' | 'role' | 'via' | 'createdAt' | 'createdBy'> &
  Partial<Pick<Operator, 'passwordHash' | 'subject'>>;

/** A person whose name and role come from a provider or a proxy. */
export interface OutsidePerson {
  readonly name: string;
  readonly via: Exclude<OperatorVia, 'password'>;
  /** The permanent identity of the person, even under another name. */
  readonly subject: string;
  readonly role: OperatorRole;
}

/** The result of such a login: the operator, or a name that belongs to another operator, or a disabled operator. */
export type OutsideLogin =
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'name_taken' }
  | { readonly kind: 'disabled' };

/** The state that dashboards share, as stored. */
export interface DashboardStateDocument {
  readonly _id: string;
  readonly key?: string;
  /** Set on an ended session: when it would have expired. */
  readonly expiresAt?: Date;
}

/** Everything needed to decide whether a session is valid. */
export interface Identities {
  readonly signingKey: Buffer;
  readonly operators: ReadonlyMap<string, Operator>;
  readonly endedSessions: ReadonlySet<string>;
}

const ENDED = 'ended.';

/** The operators of an installation. */
export class OperatorStore {
  readonly #operators: Collection<OperatorDocument>;
  readonly #state: Collection<DashboardStateDocument>;

  constructor(operators: Collection<OperatorDocument>, state: Collection<DashboardStateDocument>) {
    this.#operators = operators;
    this.#state = state;
  }

  /** Every operator, by name. */
  async all(): Promise<readonly Operator[]> {
    return (await this.#operators.find().sort({ _id: 1 }).toArray()).map(operatorFrom);
  }

  /** The operator with this name, ignoring case. */
  async find(name: string): Promise<Operator | undefined> {
    const found = await this.#operators.findOne({ _id: operatorName(name) });
    return found ? operatorFrom(found) : undefined;
  }

  /** Adds an operator; false if the name is taken. */
  async add({ name, ...operator }: NewOperator): Promise<boolean> {
    try {
      await this.#operators.insertOne({ _id: operatorName(name), ...operator, version: newVersion() });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Returns the operator for a person from outside, identified by `via` and `subject`; adds the operator if there is
   * none. The operator gets the given role, even if the last administrator thereby loses theirs: the holder of
   * OPERATOR_PASSWORD can then become one again.
   */
  async fromOutside({ name, via, subject, role }: OutsidePerson, at: Date): Promise<OutsideLogin> {
    await this.#operators.updateOne(
      { via, subject, role: { $ne: role } },
      { $set: { role, version: newVersion() } },
    );
    const known = () => this.#operators.findOne({ via, subject });
    const found = await known();
    if (found?.disabledAt) return { kind: 'disabled' };
    if (found) return { kind: 'operator', operator: operatorFrom(found) };
    await this.add({ name, role, via, subject, createdAt: at, createdBy: via });
    // This also finds one that another dashboard has just added.
    const added = await known();
    return added ? { kind: 'operator', operator: operatorFrom(added) } : { kind: 'name_taken' };
  }

  /** Sets an operator's password, and ends their sessions. */
  async setPassword(name: string, passwordHash: string): Promise<OperatorChanged> {
    return this.#change(name, { passwordHash, via: 'password' });
  }

  /** Sets an operator's role, and ends their sessions. */
  async setRole(name: string, role: OperatorRole): Promise<OperatorChanged> {
    if (role === 'administer') return this.#change(name, { role });
    return this.#leave(name, { role });
  }

  /** Disables an operator from now on, and ends their sessions. */
  async disable(name: string, at: Date): Promise<OperatorChanged> {
    return this.#leave(name, { disabledAt: at });
  }

  /** Enables a disabled operator again. */
  async enable(name: string): Promise<OperatorChanged> {
    const { matchedCount } = await this.#operators.updateOne(
      { _id: operatorName(name) },
      { $set: { version: newVersion() }, $unset: { disabledAt: '' } },
    );
    return matchedCount === 1 ? 'changed' : 'unknown';
  }

  async #leave(name: string, set: Partial<Omit<OperatorDocument, '_id'>>): Promise<OperatorChanged> {
    return leaveAdministrators(this.#operators, operatorName(name), async (asMarked) => {
      const change = { $set: { ...set, version: newVersion() }, $unset: { leaving: '' as const } };
      return (await this.#operators.updateOne(asMarked, change)).matchedCount === 1;
    });
  }

  async #change(name: string, set: Partial<Omit<OperatorDocument, '_id'>>): Promise<OperatorChanged> {
    const { matchedCount } = await this.#operators.updateOne(
      { _id: operatorName(name) },
      { $set: { ...set, version: newVersion() } },
    );
    return matchedCount === 1 ? 'changed' : 'unknown';
  }

  /** Removes an operator, and ends their sessions. */
  async remove(name: string): Promise<OperatorChanged> {
    return leaveAdministrators(
      this.#operators,
      operatorName(name),
      async (asMarked) => (await this.#operators.deleteOne(asMarked)).deletedCount === 1,
    );
  }

  /** Records that an operator logged in. */
  async noteLogin(name: string, at: Date): Promise<void> {
    await this.#operators.updateOne({ _id: operatorName(name) }, { $set: { lastLoginAt: at } });
  }

  /** Everything needed to decide whether a session is valid at `now`; creates the signing key if there is none yet. */
  async identities(now: Date): Promise<Identities> {
    const [operators, state] = await Promise.all([
      this.all(),
      this.#state.find({ $or: [{ _id: 'signing' }, { _id: { $gte: ENDED, $lt: `${ENDED}~` } }] }).toArray(),
    ]);
    const key = state.find(({ _id }) => _id === 'signing')?.key ?? (await this.#makeKey());
    const ended = state.filter(({ expiresAt }) => expiresAt && expiresAt > now);
    return {
      signingKey: Buffer.from(key, 'base64url'),
      operators: new Map(operators.map((operator) => [operator.name, operator])),
      endedSessions: new Set(ended.map(({ _id }) => _id.slice(ENDED.length))),
    };
  }

  async #makeKey(): Promise<string> {
    const fresh = randomBytes(32).toString('base64url');
    await this.#state
      .updateOne({ _id: 'signing' }, { $setOnInsert: { key: fresh } }, { upsert: true })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    const kept = await this.#state.findOne({ _id: 'signing' });
    if (!kept?.key) throw new Error('the signing key of the dashboard was written and cannot be read');
    return kept.key;
  }

  /** Ends a session in every dashboard, until it would have expired. */
  async endSession(sessionId: string, expiresAt: Date): Promise<void> {
    await this.#state.updateOne({ _id: `${ENDED}${sessionId}` }, { $set: { expiresAt } }, { upsert: true });
  }
}

/** A name as stored: names that differ only in case are one person. */
export function operatorName(name: string): string {
  return name.trim().toLowerCase();
}

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;

/** Whether an operator may have this name, in the form of {@link operatorName}. */
export function isOperatorName(name: string): boolean {
  return NAME.test(name);
}

function operatorFrom({ _id, leaving: _leaving, ...operator }: OperatorDocument): Operator {
  return { name: _id, ...operator };
}

function newVersion(): string {
  return randomBytes(9).toString('base64url');
}
