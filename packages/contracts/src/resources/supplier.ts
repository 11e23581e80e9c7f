/** Suppliers, who send leads and are paid for them: what the operator writes in the tenant file, and what is stored. */
import { z } from 'zod';
import { addressRange } from '../formats/address-ranges.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { limitTypes } from './campaign/delivery-limits.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { mostAmount, tooFine } from '../formats/money.js';
import { postbackSchema } from './postback.js';
import {
  campaignCodeSchema,
  chosenIdSchema,
  currencySchema,
  wholeNumberSchema,
} from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

/** `test`: every lead is a test lead. `paused`: nothing may be submitted. */
export const supplierStatuses = ['active', 'test', 'paused'] as const;

/** For what a supplier is paid: each lead that qualifies, each sale, or a part of what a sale earns. */
export const costModes = ['none', 'per_lead', 'per_sale', 'revenue_share'] as const;
export type CostMode = (typeof costModes)[number];

const limitSchema = z.object({
  type: spelled(limitTypes, { total: 'lifetime' }).default('daily').describe('The period that is counted.'),
  cap: wholeNumberSchema.min(0).describe('How many leads are taken in it.'),
});

const costSchema = z
  .object({
    mode: spelled(costModes)
      .default('none')
      .describe('For what it is paid: each lead that qualifies, each sale, or a part of what a sale earns.'),
    amount: z.number().min(0).max(mostAmount).optional().describe('For each lead or sale, in units.'),
    currency: currencySchema.optional().describe('ISO 4217 code.'),
    percent: z.number().min(0).max(100).optional().describe('Of a revenue share, with at most two decimals.'),
  })
  .superRefine(requireWhatTheModeNeeds, evenWithProblems);
export type SupplierCost = z.infer<typeof costSchema>;

/** A supplier as the operator writes it. */
export const supplierInputSchema = z.object({
  supplierId: chosenIdSchema.describe('Its id.'),
  name: requiredTextSchema.describe('Shown to people.'),
  status: spelled(supplierStatuses)
    .default('active')
    .describe('`test`: every lead is a test lead; `paused`: nothing may be submitted.'),
  campaigns: z
    .array(campaignCodeSchema)
    .max(1_000)
    .optional()
    .describe('Where it may send leads to: anywhere if absent, nowhere if empty.'),
  limits: z
    .array(limitSchema)
    .max(10)
    .optional()
    .describe("How many leads are taken of it in a period of the tenant's time zone."),
  cost: costSchema.optional().describe('What it is paid.'),
  reverseOnReturn: z
    .boolean()
    .default(true)
    .describe('Whether it gives back what it was paid for a sale that is returned.'),
  ipAllow: z
    .array(
      z
        .string()
        .max(64)
        .refine(
          (text) => addressRange(text) !== undefined,
          'must be an address or a range such as 10.0.0.0/8',
        ),
    )
    .max(100)
    .optional()
    .describe('The addresses that it may call from: any if absent.'),
  answerDetail: spelled(['minimal', 'reason'])
    .default('reason')
    .describe('Whether it is told the class of the reason why a lead was not taken.'),
  duplicateCheck: z
    .boolean()
    .optional()
    .describe(
      'Whether it may ask whether a person would be a duplicate, before it sends the lead; default false.',
    ),
  postback: postbackSchema.optional().describe('What its tracker is called with.'),
});
export type SupplierInput = z.infer<typeof supplierInputSchema>;

/** A supplier as stored. One that is archived acts as paused. */
export interface Supplier extends SupplierInput {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt?: string;
}

/** Whether nothing may be submitted with the supplier's keys. */
export function isPaused({ status, archivedAt }: Pick<Supplier, 'status' | 'archivedAt'>): boolean {
  return status === 'paused' || archivedAt !== undefined;
}

/** Whether the supplier may send leads to the campaign of that code, whether or not there is one. */
export function maySendTo({ campaigns }: Pick<Supplier, 'campaigns'>, campaignId: unknown): boolean {
  return campaigns === undefined || campaigns.some((code) => code === campaignId);
}

const sourceEntry = /^[A-Za-z0-9_-]{1,64}(\/\S(.{0,253}\S)?)?$/u;

/** Which suppliers, or sites of theirs, a campaign takes leads of. */
export const campaignSuppliersSchema = z
  .object({
    mode: spelled(['allow', 'deny']).describe('Whether the entries are the only ones, or those left out.'),
    entries: z
      .array(
        z
          .string()
          .max(320)
          .regex(sourceEntry, 'must be the id of a supplier, or that and a subId1, as in sup_north/site-17'),
      )
      .min(1)
      .max(1_000)
      .describe('Suppliers, or one site of a supplier by its `subId1`, in any case.')
      .meta({ example: ['sup_north', 'sup_north/site-17'] }),
  })
  .meta({ id: 'CampaignSuppliers' });
export type CampaignSuppliers = z.infer<typeof campaignSuppliersSchema>;

type Written = { readonly [K in 'mode' | 'amount' | 'currency' | 'percent']?: unknown };

const needs: Readonly<Record<CostMode, readonly (keyof Written)[]>> = {
  none: [],
  per_lead: ['amount', 'currency'],
  per_sale: ['amount', 'currency'],
  revenue_share: ['percent'],
};

// A field that the mode does not read would make somebody believe that it counts.
function requireWhatTheModeNeeds(cost: Written, ctx: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  const mode = costModes.find((each) => each === cost.mode);
  if (mode === undefined) return;
  for (const field of ['amount', 'currency', 'percent'] as const) {
    const isNeeded = needs[mode].includes(field);
    if (isNeeded && cost[field] === undefined) refuse(field, `is required by the mode ${mode}`);
    if (!isNeeded && cost[field] !== undefined) refuse(field, `has no meaning with the mode ${mode}`);
  }
  const finer = tooFine(cost.amount, cost.currency);
  if (finer !== undefined) refuse('amount', finer);
  const { percent } = cost;
  if (typeof percent === 'number' && Math.round(percent * 100) / 100 !== percent)
    refuse('percent', 'must have at most 2 decimals');
}
