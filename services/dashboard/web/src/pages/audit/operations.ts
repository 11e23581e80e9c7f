/** The audit's operations in words. */
import type * as contracts from '@sluice/contracts';

const words = {
  adminAddOperator: 'Add an operator',
  adminApplyCatalog: 'Apply a tenant file',
  adminApproveLead: 'Approve or reject a lead',
  adminArchiveClient: 'Archive a client',
  adminCloseCircuit: 'Close a circuit',
  adminCreateAdjustment: 'Book an adjustment',
  adminCreateAdminKey: 'Generate an admin key',
  adminCreateApiKey: 'Generate an API key',
  adminDecideReturn: 'Decide a return',
  adminDeliverLead: 'Deliver a lead',
  adminDisableOperator: 'Disable an operator',
  adminEnableOperator: 'Enable an operator',
  adminEraseLead: 'Erase personal data',
  adminExportRecords: 'Export records',
  adminHoldInstallation: 'Hold all calls',
  adminHoldTenant: 'Hold calls of a tenant',
  adminImportReturns: 'Import returns',
  adminMoveLead: 'Move a lead',
  adminPlanCatalog: 'Plan a tenant file',
  adminOpenCircuit: 'Open a circuit',
  adminPauseQueue: 'Pause a queue',
  adminPromoteQueue: 'Promote delayed batches',
  adminReconcileLedger: 'Reconcile the ledger',
  adminReleaseInstallation: 'Release all calls',
  adminReleaseTenant: 'Release calls of a tenant',
  adminReencryptCredentials: 'Re-encrypt credentials',
  adminRemoveCredentials: 'Remove credentials',
  adminRemoveOperator: 'Remove an operator',
  adminRemoveSecret: 'Remove a secret',
  adminReplayLeads: 'Replay leads',
  adminRepostLead: 'Repost a lead',
  adminRequestReturn: 'Request a return',
  adminResetOperatorPassword: 'Reset a password',
  adminResolveOutcome: 'Resolve an unknown outcome',
  adminResumeQueue: 'Resume a queue',
  adminRetryQueue: 'Retry failed batches',
  adminRevealLead: 'Show personal data',
  adminRevokeAdminKey: 'Revoke an admin key',
  adminRevokeApiKey: 'Revoke an API key',
  adminSearchLeads: 'Search for a person',
  adminSetCredentials: 'Set credentials',
  adminSetOperatorRole: 'Change a role',
  adminSetSecret: 'Set a secret',
  adminStartReplay: 'Replay a group of leads',
  adminStopReplay: 'Stop a replay',
  adminSwitchCampaign: 'Switch or archive a campaign',
  adminSwitchOnWebhookReceiver: 'Switch a webhook receiver on',
  adminTestDelivery: 'Test an endpoint',
  adminTestWebhook: 'Test a webhook',
  adminWhatIfLead: 'What if: a lead',
  adminWhatIfRecent: 'What if: the last leads',
  replayEnded: 'End of a replay',
} as const satisfies Partial<Record<keyof typeof contracts | 'replayEnded', string>>;

/** The operations to filter by, in the order of their words. */
export const operations = Object.entries(words)
  .map(([value, label]) => ({ value, label: label }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The words for an operation; an operation without words shows its name split into words. */
export function operationText(action: string): string {
  const known: Readonly<Record<string, string>> = words;
  return known[action] ?? action.replace(/^admin/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** The words for a login or logout; undefined for anything else. */
export function sessionText(what: string): string | undefined {
  if (what === 'logout') return 'Log out';
  return /^login\b/.test(what) ? what.replace('login', 'Log in') : undefined;
}
