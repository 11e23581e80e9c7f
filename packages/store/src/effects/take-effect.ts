/** One worker at a time carries out an effect that must not happen twice: it takes the effect before it calls. */
import type { Collection } from 'mongodb';
import { effectFrom, type EffectDocument } from './effects.js';
import { keyOf } from '../driver/keys.js';

/** What names an effect, as whoever takes it knows it. */
interface Known {
  readonly effectId: string;
}

/** Until when a taken effect is the taker's. */
export interface Taking {
  readonly now: Date;
  readonly until: Date;
}

/** Taking of effects of one tenant. */
export class EffectTakings {
  readonly #effects: Collection<EffectDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<EffectDocument>, tenantId: string) {
    this.#effects = collection;
    this.#tenantId = tenantId;
  }

  /**
   * Takes an effect, so that no other worker has it until then, and writes `set` into it. Returns it as it stands then;
   * undefined if it has ended or another worker has it.
   */
  async take<E extends Known>(
    { effectId }: E,
    { now, until }: Taking,
    set: Readonly<Record<string, unknown>> = {},
  ): Promise<E | undefined> {
    const taken = await this.#effects.findOneAndUpdate(
      {
        _id: keyOf(this.#tenantId, effectId),
        status: 'due',
        $or: [{ takenUntil: { $exists: false } }, { takenUntil: { $lte: now } }],
      },
      { $set: { ...set, takenUntil: until } },
      { returnDocument: 'after' },
    );
    // Only its state changes, never its kind.
    return taken ? (effectFrom(taken) as unknown as E) : undefined;
  }

  /** Until when another worker has it. */
  async takenUntil(effectId: string): Promise<Date | undefined> {
    const found = await this.#effects.findOne({ _id: keyOf(this.#tenantId, effectId), status: 'due' });
    return found?.takenUntil;
  }

  /** Gives an effect back that was taken until then and is as it was, unless another worker has it by now. */
  async giveBack(effectId: string, takenUntil: Date): Promise<void> {
    await this.#effects.updateOne(
      { _id: keyOf(this.#tenantId, effectId), takenUntil },
      { $unset: { takenUntil: '' } },
    );
  }
}
