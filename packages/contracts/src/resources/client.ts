/** Clients (§2.3), who buy leads. The interface only reads them; the operator defines them in the tenant file. */
import { z } from 'zod';
import {
  longTextSchema,
  requiredText,
  requiredTextSchema,
  textListSchema,
  textSchema,
} from '../formats/bounds.js';
import {
  chosenIdSchema,
  currencySchema,
  emailSchema,
  timeZoneSchema,
  timestampSchema,
  wholeNumberSchema,
} from '../formats/primitives.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { mostAmount, tooFine } from '../formats/money.js';
import { clampedNumber, queryFlagSchema, searchSchema } from '../reading/list-query.js';
import { onlyVisible } from '../text/visible-text.js';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { spelled } from '../formats/spelled-enum.js';

// Messages go to these addresses as they are stored.
const addressSchema = emailSchema.overwrite((sent) => onlyVisible(sent).trim());

/** How a lead is written in an e-mail that delivers it. */
export const emailFormats = ['text', 'json', 'adf'] as const;
export type EmailFormat = (typeof emailFormats)[number];

const spendSchema = z.number().positive().max(mostAmount).optional();

const settingsShape = {
  defaultPostingUrl: textSchema.optional().describe('Where leads go when the campaign names no endpoint.'),
  postingMethod: textSchema
    .optional()
    .describe(
      'How leads go to the client when the campaign names no endpoint: `http`, the default, to defaultPostingUrl, or `email` to notificationEmail.',
    )
    .meta({ example: 'http' }),
  emailFormat: textSchema
    .optional()
    .describe(
      'How a lead is written in an e-mail that delivers it: `text`, the default, `json` as an attachment, or `adf`, ADF/XML for car dealers.',
    )
    .meta({ example: 'text' }),
  acceptDuplicates: z.boolean().optional().describe('True switches deduplication off for the client.'),
  maxLeadsPerDay: wholeNumberSchema
    .min(0)
    .optional()
    .describe('How many leads the client takes a day, over all campaigns.'),
  maxLeadsPerMonth: wholeNumberSchema.min(0).optional().describe('How many leads the client takes a month.'),
  maxSpendPerDay: spendSchema.describe('How much the client spends on leads a day, over all campaigns.'),
  maxSpendPerMonth: spendSchema.describe('How much the client spends on leads a month.'),
  timezone: timeZoneSchema.optional().describe('The IANA time zone in which the periods turn.'),
  currency: currencySchema
    .optional()
    .describe(
      'The currency of what the client spends, and of prices in its answers for campaigns without a price; default USD.',
    )
    .meta({ example: 'USD' }),
  notificationEmail: addressSchema
    .optional()
    .describe(
      'Gets the leads themselves with postingMethod `email`, else an e-mail about those placed with the client, at most one a minute.',
    ),
  sendDailyReport: z
    .boolean()
    .optional()
    .describe("Whether the client gets yesterday's numbers and leads by e-mail at 07:00 in its time zone."),
};

const commonShape = {
  name: requiredTextSchema.describe('Shown to people.').meta({ example: 'Acme Injury Law' }),
  abbrev: requiredText(10).describe('Used in generated campaign codes.').meta({ example: 'ACM' }),
  active: z.boolean().default(true).describe('Whether the client takes leads.'),
  contactName: textSchema.optional().describe('Whom to speak to.'),
  contactPhone: textSchema.optional().describe('Where to call.'),
  contactEmail: addressSchema.optional().describe('Where to write.'),
  address: z
    .object({
      street: textSchema.optional().describe('Street and number.'),
      city: textSchema.optional().describe('City.'),
      state: textSchema.optional().describe('State or province.'),
      zip: textSchema.optional().describe('Postal code.'),
      country: textSchema.optional().describe('Country.'),
    })
    .optional()
    .describe('Where the client is.'),
  description: longTextSchema.optional().describe('For people.'),
  tags: textListSchema.optional().describe('For people.'),
  externalId: textSchema.optional().describe("The client's identifier elsewhere."),
};

/** A client as stored and returned. */
export const clientSchema = z
  .object({
    clientId: z.string().describe('Identifies the client.').meta({ example: 'cli_acme' }),
    ...commonShape,
    settings: z.object(settingsShape).optional().describe('How the client takes leads.'),
    createdAt: timestampSchema.describe('When the client was created.'),
    updatedAt: timestampSchema.describe('When the client was last changed.'),
    archivedAt: timestampSchema.optional().describe('When the client was archived; absent while in use.'),
  })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof clientSchema>;

/** A client as the operator writes it. */
export const clientInputSchema = z.object({
  clientId: chosenIdSchema.describe('Identifies the client; chosen by you.'),
  ...commonShape,
  settings: z
    .object({
      ...settingsShape,
      defaultPostingUrl: outboundUrlSchema
        .optional()
        .describe(settingsShape.defaultPostingUrl.description ?? ''),
      postingMethod: spelled(['http', 'email'])
        .optional()
        .describe(settingsShape.postingMethod.description ?? ''),
      emailFormat: spelled(emailFormats)
        .optional()
        .describe(settingsShape.emailFormat.description ?? ''),
    })
    .superRefine(requireCurrencyOfSpend, evenWithProblems)
    .optional()
    .describe('How and how many leads it gets.'),
});

function requireCurrencyOfSpend(
  settings: { readonly [K in 'maxSpendPerDay' | 'maxSpendPerMonth' | 'currency']?: unknown },
  ctx: z.RefinementCtx,
): void {
  const { currency } = settings;
  for (const key of ['maxSpendPerDay', 'maxSpendPerMonth'] as const) {
    if (settings[key] === undefined) continue;
    if (currency === undefined)
      ctx.addIssue({ code: 'custom', path: ['currency'], message: `is required by ${key}` });
    const finer = tooFine(settings[key], currency);
    if (finer !== undefined) ctx.addIssue({ code: 'custom', path: [key], message: finer });
  }
}

/** The query of the list of clients; an invalid filter value matches nothing. */
export const listClientsQuerySchema = z.object({
  page: clampedNumber({ minimum: 1, maximum: 1_000_000, fallback: 1 }).describe(
    'Page; the first, and the default, is 1.',
  ),
  limit: clampedNumber({ minimum: 1, maximum: 100, fallback: 20 }).describe(
    'Items per page, 1 to 100; default 20.',
  ),
  active: queryFlagSchema.describe(
    'Only clients that are, or are not, in use; another word than true or false matches nothing.',
  ),
  search: searchSchema.describe('Part of the name or abbreviation, any case.'),
});
export type ListClientsQuery = z.infer<typeof listClientsQuerySchema>;
