/** Suppression lists: whom leads are not sold of. What is written in the tenant file; the entries are imported. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { chosenIdSchema, countrySchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

/** A list as the operator writes it. */
export const suppressionListInputSchema = z
  .object({
    listId: chosenIdSchema.describe('Its id.'),
    name: requiredTextSchema.describe('Shown to people.'),
    kind: spelled(['phone', 'email']).describe('What it lists.'),
    scope: spelled(['tenant', 'client']).describe(
      '`tenant`: a listed lead is disqualified; `client`: no campaign of the client gets it.',
    ),
    clientId: chosenIdSchema.optional().describe('The client, for the scope `client`.'),
    hashed: spelled(['sha256', 'md5'])
      .optional()
      .describe('Its values are these hashes, in hex; plain if absent. Fixed while it has entries.'),
    phones: spelled(['e164', 'digits', 'national'])
      .optional()
      .describe(
        'How the phone numbers were spelled that are hashed: with `+` (default), without, or without country code.',
      ),
    country: countrySchema.optional().describe('The country of numbers without a country code; default US.'),
    fromOptOuts: z
      .boolean()
      .optional()
      .describe('Whether numbers count as listed whose owners want no text messages.'),
    active: z.boolean().default(true).describe('Whether it is asked.'),
  })
  .superRefine((list, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (list.scope === 'client' && list.clientId === undefined)
      refuse('clientId', 'is required by the scope client');
    if (list.scope === 'tenant' && list.clientId !== undefined)
      refuse('clientId', 'has no meaning with the scope tenant');
    if (list.phones !== undefined && (list.kind !== 'phone' || list.hashed === undefined))
      refuse('phones', 'has a meaning only for hashed phone numbers');
    if (list.country !== undefined && list.kind !== 'phone')
      refuse('country', 'has a meaning only for phone numbers');
    if (list.fromOptOuts === true && (list.kind !== 'phone' || list.scope !== 'tenant'))
      refuse('fromOptOuts', 'is for phone numbers of the scope tenant');
  }, evenWithProblems);
export type SuppressionListInput = z.infer<typeof suppressionListInputSchema>;

/** A list as stored. */
export interface SuppressionList extends SuppressionListInput {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string;
}

const mostAtOnce = 1_000;
const valueSchema = z.string().max(1_000);

/** The body that adds or removes entries. */
export const suppressionValuesSchema = z
  .object({
    values: z
      .array(valueSchema)
      .min(1)
      .max(mostAtOnce)
      .describe('Phone numbers or email addresses; of a hashed list also their hashes.'),
  })
  .meta({ id: 'SuppressionValues' });

const places = z
  .array(z.int())
  .describe('The places of those that are no value of such a list, from 1 on; the first 1,000.');

export const addedEntriesShape = {
  accepted: z.int().describe('By how many entries the list grew.'),
  duplicate: z.int().describe('The other values that can be listed.'),
  invalid: z.int().describe('Those that cannot.'),
  invalidLines: places,
};
