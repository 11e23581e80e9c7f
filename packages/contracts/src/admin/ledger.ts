/** The ledger for operators: its list, totals and table, corrections, and the comparison with a buyer's own list. */
import { z } from 'zod';
import { adjustmentExample, adjustmentInputExample, saleExample } from '../endpoints/ledger.js';
import { adjustmentInputSchema, ledgerEntrySchema, listLedgerQuerySchema } from '../resources/ledger-list.js';
import {
  csvPartSchema,
  csvQueryShape,
  mostUploadedRows,
  namesExample,
  namesSchema,
  pageEndShape,
  placeSchema,
  uploadShape,
} from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';
import { ledgerTotalSchema } from './ledger-total.js';

export const adminListLedger = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/ledger',
  showsPeople: true,
  summary: 'List the ledger',
  description:
    'What leads earned, newest first, as `GET /api/v1/ledger` lists it. People’s notes are shown to the role `operate`.',
  query: listLedgerQuerySchema,
  data: z.object({
    entries: z.array(ledgerEntrySchema).describe('The entries of this page.'),
    names: namesSchema,
    ...pageEndShape,
  }),
  examples: {
    data: {
      entries: [adjustmentExample, saleExample],
      names: namesExample,
      nextCursor: null,
      hasMore: false,
    },
  },
});

const ledgerFilter = listLedgerQuerySchema.omit({ cursor: true, limit: true });

export const adminGetLedgerTotals = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/ledger/totals',
  summary: 'The totals of the ledger',
  description: 'What the entries that these filters match come to, by currency.',
  query: ledgerFilter,
  data: z.object({
    totals: z
      .array(ledgerTotalSchema)
      .describe('By currency; amounts are never added across currencies. Empty without entries.'),
  }),
  examples: {
    data: {
      totals: [
        {
          currency: 'USD',
          sales: { entries: 12, amount: 510 },
          returns: { entries: 1, amount: -42.5 },
          adjustments: { entries: 0, amount: 0 },
          milestones: { entries: 0, amount: 0 },
          costs: { entries: 0, amount: 0 },
          unpriced: 0,
          revenue: 467.5,
        },
      ],
    },
  },
});

export const adminGetLedgerCsv = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/ledger/csv',
  showsPeople: true,
  summary: 'The ledger as CSV',
  description:
    "The entries that these filters match as a table, newest first, in parts: put one after the other, they are the table. Days are those of the tenant's time zone. People’s notes are shown to the role `operate`.",
  query: ledgerFilter.extend(csvQueryShape),
  data: csvPartSchema,
  examples: {
    data: { csv: 'date,time,type,amount\r\n2026-11-15,09:12:44,sale,42.5\r\n', nextCursor: null },
  },
});

export const adminCreateAdjustment = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/ledger/adjustments',
  summary: 'Book an adjustment',
  did: 'booked an adjustment of {leadId}',
  description:
    'Adds an amount to what a lead earned, or takes it away, as `POST /api/v1/ledger/adjustments` does.',
  body: adjustmentInputSchema,
  data: ledgerEntrySchema,
  successStatus: 201,
  examples: { body: adjustmentInputExample, data: adjustmentExample },
});

const cell = z.string().max(20_000).optional();

/** A row of a buyer's list; what is wrong with it is the result of the row. */
export const listedSaleSchema = z
  .object({
    leadId: cell.describe('The lead.'),
    reference: cell.describe("The buyer's own identifier of the lead; beside `leadId` or instead of it."),
    amount: cell.describe('What the buyer paid, as people write amounts, e.g. `1,250.00` or `42,50 €`.'),
    currency: cell.describe('ISO 4217 code.'),
    date: cell.describe('The day, `YYYY-MM-DD`; a time of day behind it does not matter.'),
  })
  .meta({ id: 'AdminListedSale' });
export type ListedSaleRow = z.infer<typeof listedSaleSchema>;

/** What the ledger says about a row. */
export const reconciledRowSchema = z
  .object({
    result: z
      .enum([
        'matched',
        'missing_here',
        'amount_differs',
        'returned',
        'unknown_outcome',
        'unknown',
        'ambiguous',
        'refused',
      ])
      .describe(
        'matched; missing_here (the ledger has no sale of the lead); amount_differs; returned (the sale was given back: nothing to book); unknown_outcome (resolve the submission, which books the sale); unknown (no lead and no sale has this id or reference); ambiguous (several sales fit); refused (the row cannot be read).',
      ),
    why: z.string().optional().describe('Why it cannot be compared or booked.'),
    leadId: z.string().optional().describe('The lead.'),
    saleId: z.string().optional().describe('The entry of its sale.'),
    amount: z.number().optional().describe("The buyer's amount, in units of its currency."),
    currency: z.string().optional().describe('ISO 4217 code of that amount.'),
    ledgerAmount: z
      .number()
      .optional()
      .describe('What the ledger has, corrections and the return included, in units of its currency.'),
    ledgerCurrency: z.string().optional().describe('ISO 4217 code of that amount.'),
    entryId: z.string().optional().describe('The adjustment that this call booked.'),
  })
  .meta({ id: 'AdminReconciledRow' });
export type ReconciledRow = z.infer<typeof reconciledRowSchema>;

const reconcileShape = {
  clientId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Whose list it is; only sales to this client are compared.'),
  book: z.boolean().default(false).describe('Books the differences.'),
};

export const adminReconcileLedger = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/ledger/reconcile',
  summary: "Compare a buyer's list with the ledger",
  did: ({ clientId }: AuditFacts) =>
    clientId === undefined
      ? 'compared a list with the ledger'
      : 'compared a list of {clientId} with the ledger',
  description:
    'Compares each row with the ledger. With `book`, what the ledger lacks or has otherwise is booked as adjustments; a repeated call books no row twice.',
  body: z.object({
    rows: z.array(listedSaleSchema).min(1).max(1_000).describe('The rows.'),
    ...reconcileShape,
  }),
  changes: ({ book }: { readonly book?: boolean }) => book === true,
  data: z.object({
    rows: z.array(reconciledRowSchema).describe('What the ledger says about each row, in their order.'),
  }),
  examples: {
    body: {
      rows: [{ reference: 'B-1042', amount: '55.00', currency: 'USD', date: '2026-11-15' }],
      book: true,
    },
    data: {
      rows: [
        {
          result: 'amount_differs',
          leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
          saleId: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J.sale',
          amount: 55,
          currency: 'USD',
          ledgerAmount: 42.5,
          ledgerCurrency: 'USD',
          entryId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H.reconcile.3f0c9a6be1d24a7788b0a1c2d3e4f506',
        },
      ],
    },
  },
});

/** What the ledger says about a row of a file. */
const reconciledPlaceSchema = reconciledRowSchema.extend({ place: placeSchema }).meta({
  id: 'AdminReconciledPlace',
});
export type ReconciledPlace = z.infer<typeof reconciledPlaceSchema>;

/** The comparison of a whole list with the ledger. */
const reconciledSchema = z
  .object({
    rows: z.array(reconciledPlaceSchema).describe('What the ledger says about each row, in their order.'),
    missingThere: z
      .array(ledgerEntrySchema)
      .optional()
      .describe(
        'Sales to the client in the days of the list that the list does not have; absent without a client.',
      ),
    sums: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217 code.'),
          buyer: z.number().describe('The sum of the rows that can be read.'),
          ledger: z
            .number()
            .describe('What the ledger has for them, and for sales that the list does not have.'),
        }),
      )
      .describe('What both sides have, by currency; adjustments of this call are not in it.'),
  })
  .meta({ id: 'AdminReconciled' });
export type Reconciled = z.infer<typeof reconciledSchema>;
export type CurrencySum = Reconciled['sums'][number];

export const adminReconcileFile = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/ledger/reconcile/file',
  summary: "Compare a buyer's file with the ledger",
  did: ({ clientId }: AuditFacts) =>
    clientId === undefined
      ? 'compared a file with the ledger'
      : 'compared a file of {clientId} with the ledger',
  description:
    'Compares each row of a CSV file with the columns `leadId` or `reference` or both, `amount`, `currency` and `date`, as `POST …/ledger/reconcile` does, and names the sales that the file lacks. With `book`, the differences are booked as adjustments; a repeated call books no row twice.',
  body: z.object({ ...uploadShape(mostUploadedRows.reconcile), ...reconcileShape }),
  changes: ({ book }: { readonly book?: boolean }) => book === true,
  data: reconciledSchema.extend({ names: namesSchema }).meta({ id: 'AdminReconciledFile' }),
  examples: {
    body: {
      // reference,amount,currency,date and one row.
      file: 'cmVmZXJlbmNlLGFtb3VudCxjdXJyZW5jeSxkYXRlCkItMTA0Miw0Mi41LFVTRCwyMDI2LTExLTE1Cg==',
      clientId: 'cli_acme',
    },
    data: {
      rows: [
        {
          place: 'line 2',
          result: 'matched',
          leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
          saleId: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J.sale',
          amount: 42.5,
          currency: 'USD',
          ledgerAmount: 42.5,
          ledgerCurrency: 'USD',
        },
      ],
      missingThere: [],
      sums: [{ currency: 'USD', buyer: 42.5, ledger: 42.5 }],
      names: namesExample,
    },
  },
});
