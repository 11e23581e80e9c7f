/** `sluice ledger`: its entries, statements of clients, CSV, and the comparison with a buyer's list. */
import {
  adminGetLedgerCsv,
  adminGetStatement,
  adminGetStatementCsv,
  adminListLedger,
  adminReconcileLedger,
  type Statement,
  moneyText,
  monthText,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addCsv, addList, addOperation } from '../admin/operation-command.js';
import { table } from '../output.js';

/** The names of the filters. */
const filters = { campaignId: 'campaign', clientId: 'client', supplierId: 'supplier', leadId: 'lead' };

export function addLedger(program: Command): void {
  const ledger = program
    .command('ledger')
    .description('list what leads earned, show what clients owe, and compare it with what buyers have');
  addList(ledger, 'list', adminListLedger, 'entries', {
    limit: '50',
    options: filters,
    none: () => 'No matching entries.',
    columns: {
      OCCURRED: ({ occurredAt }) => occurredAt,
      TYPE: ({ type }) => type,
      AMOUNT: ({ amount, currency }) => moneyText(amount, currency),
      LEAD: ({ leadId }) => leadId,
      CAMPAIGN: ({ placedCampaignId, campaignId }) => placedCampaignId ?? campaignId,
      CLIENT: ({ clientId = '' }) => clientId,
    },
  });
  const asked = { isTyped: true, options: { clientId: 'client' } };
  addOperation(ledger, 'statement', adminGetStatement, {
    ...asked,
    text: statementText,
    // The entries are only the first page.
    json: ({ entries: _entries, nextCursor: _cursor, hasMore: _more, ...statement }) => statement,
    input: 'Prints the sums; statement-csv prints the entries.',
  });
  addCsv(ledger, 'statement-csv', adminGetStatementCsv, asked);
  addCsv(ledger, 'csv', adminGetLedgerCsv, { options: filters });
  addOperation(ledger, 'reconcile', adminReconcileLedger, {
    file: 'CSV with a header row; columns: leadId or reference or both, amount, currency, date (YYYY-MM-DD)',
    options: { clientId: 'client' },
    calls: async (call, given, operate) => {
      const [{ reconcileFile }, { isLeft, reconciledText }] = await Promise.all([
        import('./reconcile-file.js'),
        import('./reconciled-text.js'),
      ]);
      const booked = given['book'] !== undefined;
      const reconciled = await reconcileFile(call, given, operate);
      return {
        shown: { booked, ...reconciled },
        text: reconciledText(reconciled, booked),
        isLeft: isLeft(reconciled),
      };
    },
    json: ({ shown }) => shown,
    text: ({ text }) => text,
    failure: ({ isLeft }) => isLeft,
  });
}

function statementText({ clientName, month, timezone, sums }: Statement): string {
  const heading = `${clientName}, ${monthText(month)} (${timezone})`;
  if (sums.length === 0) return `${heading}: nothing was booked.`;
  const rows = sums.map(({ currency, sales, returns, adjustments, milestones, unpriced, due }) => [
    currency,
    ...[sales, returns, adjustments, milestones].map(
      ({ entries, amount }) => `${moneyText(amount, currency)} (${entries})`,
    ),
    moneyText(due, currency),
    unpriced === 0 ? '' : `${unpriced} sales have no price`,
  ]);
  const columns = ['CURRENCY', 'SALES', 'RETURNS', 'ADJUSTMENTS', 'MILESTONES', 'DUE', ''];
  return `${heading}\n${table([columns, ...rows])}`;
}
