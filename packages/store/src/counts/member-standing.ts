/** What the members of a group have today: read for whoever has the next turn. */
import type { Collection } from 'mongodb';
import type { CountAsk, CountDocument } from './count-document.js';
import { openLeads } from './count-expressions.js';

/** A member's share of today. */
export interface MemberStanding {
  /** Leads placed with it, or on their way there. */
  readonly leads: number;
  readonly credit: number;
  readonly isAway: boolean;
}

type Asked = Pick<CountAsk, 'starts'> & { readonly key: string };

/** The standings, in the order of the counts that are asked for. */
export async function standingsOf(
  counts: Collection<CountDocument>,
  asked: readonly Asked[],
): Promise<readonly MemberStanding[]> {
  const [first] = asked;
  if (!first) return [];
  const { starts } = first;
  const isToday = (field: string) => ({ $eq: [`$${field}.start`, starts.daily] });
  const found = await counts
    .find<MemberStanding & { readonly _id: string }>(
      { _id: { $in: asked.map(({ key }) => key) } },
      {
        projection: {
          leads: {
            $add: [
              { $cond: [isToday('daily'), '$daily.placed', 0] },
              openLeads('daily', { starts, except: [] }),
            ],
          },
          credit: { $cond: [isToday('credit'), '$credit.leads', 0] },
          isAway: { $eq: ['$away', true] },
        },
      },
    )
    .toArray();
  const byKey = new Map(found.map(({ _id, ...standing }) => [_id, standing]));
  return asked.map(({ key }) => byKey.get(key) ?? { leads: 0, credit: 0, isAway: false });
}
