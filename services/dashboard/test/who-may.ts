/** Who may use which operation, written by hand: the declarations and what the API answers are compared with it. */
import type { AdminRole, MemberRole } from '@sluice/contracts';

/** The roles of operators and of members that may use an operation. */
export interface Rights {
  readonly operator: AdminRole;
  readonly members: readonly MemberRole[];
}

const everybody = ['owner', 'manager', 'analyst', 'client', 'supplier'] as const;
const readers = ['owner', 'manager', 'analyst'] as const;
const doers = ['owner', 'manager'] as const;
const owners = ['owner'] as const;

/** One row for each kind of rights; each operation stands in exactly one. */
const rows: readonly (readonly [AdminRole, readonly MemberRole[], string])[] = [
  // The installation.
  ['view', [], 'ListTenants GetNow WatchNow GetHistory ListHolds ListQueues ListOperators'],
  ['view', [], 'ListAudit ListAuditActions ExportAudit'],
  ['operate', [], 'HoldInstallation ReleaseInstallation PauseQueue ResumeQueue RetryQueue PromoteQueue'],
  ['administer', [], 'AddOperator SetOperatorRole DisableOperator EnableOperator RemoveOperator'],
  ['administer', [], 'ResetOperatorPassword ReencryptCredentials'],
  ['administer', [], 'ListOperatorInvitations SendOperatorInvitationAgain RevokeOperatorInvitation'],
  ['administer', [], 'CreateTenant'],
  ['administer', [], 'ListAdminKeys CreateAdminKey RevokeAdminKey'],
  // A tenant at large, its keys, credentials, secrets and file.
  ['view', readers, 'GetTenant GetRetention ListSecrets GetCatalog'],
  ['view', readers, 'GetTenantNow WatchTenantNow GetTenantHistory ListTenantHolds'],
  ['view', owners, 'ListApiKeys ListTenantAudit'],
  ['administer', owners, 'ListPeople SetPersonRole DisablePerson EnablePerson RemovePerson'],
  ['administer', owners, 'ListInvitations InvitePerson SendInvitationAgain RevokeInvitation'],
  ['administer', owners, 'CreateApiKey RevokeApiKey'],
  ['administer', owners, 'ListTenantAdminKeys CreateTenantAdminKey RevokeTenantAdminKey'],
  ['view', doers, 'ListCredentials'],
  ['administer', owners, 'SetCredentials RemoveCredentials RemoveSecret PlanCatalog ApplyCatalog'],
  ['administer', doers, 'SetSecret'],
  // Its items.
  ['view', readers, 'ListItems GetItem ListItemVersions GetItemVersion'],
  ['administer', doers, 'CheckItem SaveItem'],
  ['administer', owners, 'CheckSettings SaveSettings'],
  ['operate', doers, 'ArchiveItem'],
  // Campaigns, what-ifs and leads.
  ['view', readers, 'ListCampaigns GetCampaign ListClients ListOffers'],
  ['operate', doers, 'SwitchCampaign TestDelivery TestWebhook'],
  ['view', readers, 'WhatIfLead SimulateLead ListLeads GetLeadTimeline SearchLeads'],
  ['operate', doers, 'ReadEndpointExample TryEndpoint ListEndpointAnswers'],
  ['operate', doers, 'WhatIfRecent RevealLead GetLeadsCsv'],
  ['operate', doers, 'RepostLead DeliverLead MoveLead ApproveLead ResolveOutcome RetryLead RetryBuyer'],
  ['administer', owners, 'EraseLead ExportRecords'],
  ['view', readers, 'ListAttention ListAttentionLeads ListReplays GetReplay'],
  ['operate', doers, 'StartReplay StopReplay ReplayLeads'],
  // Money.
  ['view', readers, 'ListLedger GetLedgerTotals GetLedgerCsv ListReturns GetReturnTotals GetReturnsCsv'],
  ['view', readers, 'LeadReport LeadReportCsv GetStatement GetStatementCsv'],
  ['operate', doers, 'CreateAdjustment ReconcileLedger ReconcileFile'],
  ['operate', doers, 'RequestReturn DecideReturn ImportReturns ImportReturnsFile'],
  // Buyers, receivers and suppliers.
  ['view', readers, 'ListBuyers GetBuyer ListCircuits ListWebhookReceivers ListSuppliers GetSupplier'],
  ['operate', doers, 'OpenCircuit CloseCircuit SwitchOnWebhookReceiver HoldTenant ReleaseTenant'],
  ['operate', doers, 'CreatePostingLink RevokePostingLinks'],
  // Lists of whom nobody, or no client, is sold.
  ['view', readers, 'ListSuppression'],
  ['operate', doers, 'BeginSuppressionImport AddSuppressionPart FinishSuppressionImport'],
  // Oneself.
  ['view', everybody, 'GetMe SetMyName SetMyPassword SetUpSecondFactor ConfirmSecondFactor'],
  ['view', everybody, 'RenewRecoveryCodes RemoveSecondFactor DisconnectProvider ListDevices LogOutDevice'],
  ['administer', [], 'RemovePersonsSecondFactor'],
];

/** The rights of each operation, by its name. */
export const whoMay: ReadonlyMap<string, Rights> = new Map(
  rows.flatMap(([operator, members, names]) =>
    names.split(' ').map((name) => [`admin${name}`, { operator, members }] as const),
  ),
);

/**
 * Bodies in place of those of the examples: one that asks about nobody, and one that the operation itself refuses,
 * because its own answer that there is none is that of a caller without a place.
 */
export const otherBodies: Readonly<Record<string, unknown>> = {
  adminSearchLeads: { search: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' },
  adminDecideReturn: {},
};

/** Bodies that ask about stored people: for operators who may operate, and for owners and managers. */
export const askingBodies: Readonly<Record<string, unknown>> = {
  adminSearchLeads: { search: 'ada@example.com' },
  adminWhatIfLead: { campaignId: 'ACMRU', leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' },
};
