/**
 * What people read of the stored data, and what is looked up by it. Nothing is written here but what was counted, so that it
 * need not be counted again.
 */
import type { ExportLine, ExportRange } from '@sluice/contracts';
import { database, type Stores } from '@sluice/store';
import { AttentionGroups } from './attention/attention-groups.js';
import {
  countLeadsAwaitingOperator,
  type LeadsAwaitingOperator,
} from './attention/leads-awaiting-operator.js';
import { NeedsAttention } from './attention/needs-attention.js';
import { LeadReports } from './counting/lead-report.js';
import { exportRecords } from './export/export-records.js';
import { Figures } from './figures.js';
import { recently } from './findings/observation.js';
import { LeadPages } from './leads/lead-pages.js';
import { SupplierLeads } from './leads/supplier-leads.js';

/** What is read of one tenant. */
export interface TenantReports {
  readonly leads: LeadPages;
  /** Leads and money by day, campaign, buyer, supplier and offer. */
  readonly counted: LeadReports;
  /** What a supplier may know of its leads. */
  readonly leadsOfSupplier: (supplierId: string) => SupplierLeads;
  readonly needsAttention: NeedsAttention;
  readonly attentionGroups: AttentionGroups;
  /** Counts the leads of the tenant that wait for a person, at most `most` in total and for each reason. */
  readonly awaitingOperator: (most: number) => Promise<LeadsAwaitingOperator>;
}

/** The reports of an installation. */
export interface Reports {
  readonly forTenant: (tenantId: string) => TenantReports;
  /** What happened, by minute and by hour. */
  readonly figures: Figures;
  /**
   * Counts the leads that wait for a person: at most `most` in total, and at most `most` for each tenant and reason. The
   * cost is the same however many there are.
   */
  readonly leadsAwaitingOperator: (most: number) => Promise<LeadsAwaitingOperator>;
  /** A tenant's records as export lines. */
  readonly exportRecords: (range: ExportRange) => AsyncGenerator<ExportLine>;
}

/** What reports read of. */
export type ReportSources = Pick<Stores, 'clock' | 'forTenant' | typeof database>;

/** The reports on these stores. */
export function createReports({ [database]: db, clock, forTenant }: ReportSources): Reports {
  const leads = db.collection('leads');
  const build = (tenantId: string): TenantReports => ({
    leads: new LeadPages(leads, tenantId),
    counted: new LeadReports(
      { leads, ledger: db.collection('ledger'), kept: db.collection('reportSpans') },
      forTenant(tenantId).reportMarks,
      tenantId,
    ),
    leadsOfSupplier: (supplierId) => new SupplierLeads(db, tenantId, supplierId),
    needsAttention: new NeedsAttention(leads, db.collection('submissions'), tenantId),
    attentionGroups: new AttentionGroups(leads, tenantId),
    awaitingOperator: (most) =>
      countLeadsAwaitingOperator(leads, { most, failedSince: recently(clock.now()) }, tenantId),
  });
  const tenants = new Map<string, TenantReports>();
  return {
    forTenant: (tenantId) => {
      const known = tenants.get(tenantId) ?? build(tenantId);
      tenants.set(tenantId, known);
      return known;
    },
    figures: new Figures(db.collection('figures')),
    leadsAwaitingOperator: (most) =>
      countLeadsAwaitingOperator(leads, { most, failedSince: recently(clock.now()) }),
    exportRecords: (range) => exportRecords(db, range, clock.now()),
  };
}
