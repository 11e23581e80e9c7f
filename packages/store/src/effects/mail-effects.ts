/** What effects of e-mail need beyond the others: leads join a notice until it is sealed. */
import type { NoticeBody, NoticedLead, PlacedBody } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import type { EffectDocument } from './effects.js';
import { keyOf } from '../driver/keys.js';

/** The mail effects of one tenant. */
export class MailEffectStore {
  readonly #effects: Collection<EffectDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<EffectDocument>, tenantId: string) {
    this.#effects = collection;
    this.#tenantId = tenantId;
  }

  /**
   * Notes in the effect of a placed lead which notice it goes into, in place of `before`. Returns the one that is noted:
   * another worker may have been first. Undefined if the effect has ended.
   */
  async assign(effectId: string, notice: string, before: string | undefined): Promise<string | undefined> {
    const _id = keyOf(this.#tenantId, effectId);
    await this.#effects.updateOne(
      { _id, status: 'due', 'body.notice': before ?? { $exists: false } },
      { $set: { 'body.notice': notice } },
    );
    const found = await this.#effects.findOne({ _id, status: 'due' }, { projection: { 'body.notice': 1 } });
    return (found?.body as PlacedBody | undefined)?.notice;
  }

  /**
   * Puts a lead into a notice that is not sealed, at most `most` of them by name and the others by number. Joining again
   * changes nothing for a lead that is named; one that is only counted is counted again.
   */
  async join(notice: string, lead: NoticedLead, most: number): Promise<'joined' | 'sealed' | 'absent'> {
    const _id = keyOf(this.#tenantId, notice);
    const open = { _id, 'body.sealed': { $exists: false } };
    for (;;) {
      const named = await this.#effects.updateOne(
        { ...open, [`body.leads.${most - 1}`]: { $exists: false } },
        { $addToSet: { 'body.leads': lead } },
      );
      if (named.matchedCount === 1) return 'joined';
      const found = await this.#effects.findOne({ _id }, { projection: { body: 1 } });
      if (!found) return 'absent';
      const { leads, sealed } = found.body as NoticeBody;
      if (leads.some(({ leadId }) => leadId === lead.leadId)) return 'joined';
      if (sealed) return 'sealed';
      // Written since it was looked for.
      if (leads.length < most) continue;
      const counted = await this.#effects.updateOne(open, { $inc: { 'body.more': 1 } });
      return counted.matchedCount === 1 ? 'joined' : 'sealed';
    }
  }
}
