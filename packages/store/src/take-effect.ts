/** One worker at a time carries out an effect that must not happen twice: it takes the effect before it calls. */
import type { Effect } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { effectFrom, type EffectDocument } from './effects.js';
import { keyOf } from './keys.js';

/** Until when a taken effect is the taker's. */
export interface Taking {
  readonly now: Date;
  readonly until: Date;
}

/**
 * Takes an effect, so that no other worker has it until then, and writes `set` into it. Undefined if it has ended or
 * another worker has it.
 */
export async function takeEffect(
  effects: Collection<EffectDocument>,
  _id: string,
  { now, until }: Taking,
  set: Readonly<Record<string, unknown>> = {},
): Promise<Effect | undefined> {
  const taken = await effects.findOneAndUpdate(
    {
      _id,
      status: 'due',
      $or: [{ takenUntil: { $exists: false } }, { takenUntil: { $lte: now } }],
    },
    { $set: { ...set, takenUntil: until } },
    { returnDocument: 'after' },
  );
  return taken ? effectFrom(taken) : undefined;
}

/** Taking of effects of one tenant. */
export class EffectTakings {
  readonly #effects: Collection<EffectDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<EffectDocument>, tenantId: string) {
    this.#effects = collection;
    this.#tenantId = tenantId;
  }

  /** Takes an effect, as {@link takeEffect} does. */
  async take(effectId: string, taking: Taking): Promise<Effect | undefined> {
    return takeEffect(this.#effects, keyOf(this.#tenantId, effectId), taking);
  }

  /** Until when another worker has it. */
  async takenUntil(effectId: string): Promise<Date | undefined> {
    const found = await this.#effects.findOne({ _id: keyOf(this.#tenantId, effectId), status: 'due' });
    return found?.takenUntil;
  }

  /** Gives an effect back that was taken until then and whose attempt is recorded, unless another worker has it by now. */
  async giveBack(effectId: string, takenUntil: Date): Promise<void> {
    await this.#effects.updateOne(
      { _id: keyOf(this.#tenantId, effectId), takenUntil },
      { $unset: { takenUntil: '' } },
    );
  }
}
