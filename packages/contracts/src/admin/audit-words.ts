/** The words of the audit: what somebody did and what came of it, from the declaration of the operation and its facts. */
import type { AdminEndpoint, AdminStream, AuditFacts } from './define-admin-endpoint.js';

/** What a fact names; what is not here is named by itself. */
const kinds: Readonly<Record<string, string>> = {
  campaignId: 'campaign',
  clientId: 'client',
  leadId: 'lead',
  replayId: 'replay',
  returnId: 'return',
  submissionId: 'submission',
  tenantId: 'tenant',
};

/** What an operation did, e.g. `asked for a return of lead lead_01…`; its summary where a declaration says nothing. */
export function didWords({ did, summary }: AdminEndpoint | AdminStream, facts: AuditFacts): string {
  if (did === undefined) return summary;
  const text = typeof did === 'string' ? did : did(facts);
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const [kind, value] = [kinds[name], facts[name]];
    if (kind === undefined) return value ?? '';
    return value === undefined ? `a ${kind}` : `${kind} ${value}`;
  });
}

/** The same on the page of that lead: `asked for a return`, `reposted it`. */
export function didToLeadWords(operation: AdminEndpoint | AdminStream, facts: AuditFacts): string {
  const { did = operation.summary } = operation;
  const text = typeof did === 'string' ? did : did(facts);
  const ofIt = text.replaceAll(' of {leadId}', '').replaceAll('{leadId}', 'it');
  return didWords({ ...operation, did: ofIt }, facts);
}

const counted = (one: string, many: string) => (count: number) =>
  count === 0 ? undefined : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
const said = (word: string) => counted(word, word);

const results: Readonly<Record<string, (count: number) => string | undefined>> = {
  accepted: said('accepted'),
  booked: counted('adjustment booked', 'adjustments booked'),
  changes: (count) => counted('change', 'changes')(count) ?? 'nothing to change',
  differ: said('would end differently'),
  duplicate: said('returned before'),
  found: counted('lead found', 'leads found'),
  heldLeadsDue: counted('held lead reconsidered', 'held leads reconsidered'),
  leads: counted('lead', 'leads'),
  left: said('left'),
  literalCredentials: counted('credential written out', 'credentials written out'),
  looked: counted('lead looked at', 'leads looked at'),
  moved: counted('batch', 'batches'),
  recoveryCodesUsed: counted('recovery code used', 'recovery codes used'),
  reencrypted: counted('tenant', 'tenants'),
  refused: said('refused'),
  retried: counted('lead retried', 'leads retried'),
  rows: counted('row', 'rows'),
  skipped: said('skipped'),
  went: said('sent'),
};

/** What came of it, for people: counts with their words, and the beginning of a new key. Other facts are for programs. */
export function resultWords(facts: Readonly<Record<string, string | number>>): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (name === 'prefix') return [`key ${value}…`];
    const count = typeof value === 'number' ? value : /^\d+$/.test(value) ? Number(value) : undefined;
    const words = count === undefined ? undefined : results[name]?.(count);
    return words === undefined ? [] : [words];
  });
}
