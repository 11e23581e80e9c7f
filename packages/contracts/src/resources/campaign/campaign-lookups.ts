/** The look-ups of a campaign, and which of its conditions may read their answers. */
import { z } from 'zod';
import { conditionGroupSchema } from '../../conditions/conditions.js';
import { evenWithProblemItems, isObject, itemsOf } from '../../reading/even-with-problems.js';
import { lookupOfField } from '../lookup.js';
import { chosenIdSchema } from '../../formats/primitives.js';

const campaignLookupSchema = z.object({
  lookupId: chosenIdSchema.describe('The look-up.'),
  when: conditionGroupSchema.optional().describe('About which leads; without it, about all.'),
});
export type CampaignLookup = z.infer<typeof campaignLookupSchema>;

/** Accepts the look-ups of a campaign, each once. */
export const campaignLookupsSchema = z
  .array(campaignLookupSchema)
  .max(10)
  .superRefine((lookups, ctx) => {
    const ids = lookups.map((one) => (isObject(one) ? one['lookupId'] : undefined));
    ids.forEach((id, index) => {
      if (id !== undefined && ids.indexOf(id) < index)
        ctx.addIssue({ code: 'custom', path: [index, 'lookupId'], message: 'is named twice' });
    });
  }, evenWithProblemItems);

// Only what is decided after the look-ups may read their answers.
const readers: ReadonlySet<string> = new Set(['routingRules', 'price']);

/** Refuses conditions on look-ups in places that are decided without them. */
export function refuseUnasked(campaign: Readonly<Record<string, unknown>>, ctx: z.RefinementCtx): void {
  for (const [name, part] of Object.entries(campaign)) {
    if (readers.has(name)) continue;
    const isDisqualification = name === 'disqualificationConditionals';
    const groups = isDisqualification ? itemsOf(part) : [part];
    groups.forEach((group, index) => {
      if (isDisqualification && isObject(group) && group['afterLookups'] === true) return;
      const message = isDisqualification
        ? 'needs afterLookups: true in its group'
        : 'is read by groups with afterLookups, routing rules and prices only';
      for (const path of lookupFieldsIn(group, isDisqualification ? [name, index] : [name]))
        ctx.addIssue({ code: 'custom', path: [...path], message });
    });
  }
}

type Path = readonly (string | number)[];

// Every condition on a look-up, at any depth.
function lookupFieldsIn(part: unknown, path: Path): readonly Path[] {
  if (Array.isArray(part)) return part.flatMap((each, index) => lookupFieldsIn(each, [...path, index]));
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([name, inner]) =>
    name === 'field' && typeof inner === 'string' && 'operator' in part && lookupOfField(inner) !== undefined
      ? [[...path, name]]
      : lookupFieldsIn(inner, [...path, name]),
  );
}
