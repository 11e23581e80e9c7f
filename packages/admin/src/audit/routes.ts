/** The audit: who changed what, when and from where. */
import {
  adminEndpoints,
  adminOperation,
  adminExportAudit,
  adminListAudit,
  adminListAuditActions,
  adminListTenantAudit,
  adminStreams,
  didWords,
  resultWords,
  mayBeAudited,
  type AuditEntryView,
  pageEnd,
} from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { pageOf, type AuditDocument, type AuditFilter } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { shownBy } from '../who-did.js';

type Deps = StoresFor<'audit'>;

const READ_AT_ONCE = 500;

const listAudit = defineAdminRoute(
  adminListAudit,
  async ({ query: { limit, cursor, ...filter } }, { stores }: Deps) => {
    const found = await stores.audit.page(filterOf(filter), limit + 1, cursor);
    const { items, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { entries: items.map(entryView), ...pageEnd(nextCursor) };
  },
);

const listTenantAudit = defineAdminRoute(
  adminListTenantAudit,
  async ({ params: { tenantId }, query: { limit, cursor, ...filter }, actor }, { stores }: Deps) => {
    // A member could otherwise find out by a filter what is not shown.
    const named = filter.who !== undefined && actor.role === undefined ? { byMember: true as const } : {};
    const asked = { ...filterOf({ ...filter, tenantId }), ...named };
    const found = await stores.audit.page(asked, limit + 1, cursor);
    const { items, nextCursor } = pageOf(found, limit, ({ _id }) => _id);
    return { entries: items.map((entry) => shownTo(actor, entry)), ...pageEnd(nextCursor) };
  },
);

function shownTo(actor: Actor, entry: AuditDocument): AuditEntryView {
  const { who: by, byMember, from } = entry;
  const who = shownBy(actor, { by, byMember });
  return { ...entryView(entry), who, from: who === by ? from : '' };
}

// A replay that goes on in the background is no operation, and its end is audited too.
const auditActions = [
  ...[...adminEndpoints, ...adminStreams]
    .filter(mayBeAudited)
    .map(({ operationId: action, summary: words }) => ({ action, words })),
  { action: 'replayEnded', words: 'End of a replay' },
].sort((a, b) => a.words.localeCompare(b.words, 'en'));

const listActions = defineAdminRoute(adminListAuditActions, async (_call, _deps: AdminDeps) => ({
  actions: auditActions,
}));

const exportAudit = defineAdminRoute(adminExportAudit, async ({ query }, { stores }: Deps) =>
  everyEntry(stores, filterOf(query)),
);

async function* everyEntry(
  { audit }: { readonly audit: Pick<Deps['stores']['audit'], 'page'> },
  filter: AuditFilter,
): AsyncIterable<AuditEntryView> {
  for (let before: string | undefined; ;) {
    const found = await audit.page(filter, READ_AT_ONCE, before);
    for (const entry of found) yield entryView(entry);
    if (found.length < READ_AT_ONCE) return;
    before = found.at(-1)?._id;
  }
}

type FilterAsked = Omit<AuditFilter, 'since' | 'until'> & {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
};

function filterOf({ since, until, ...rest }: FilterAsked): AuditFilter {
  return {
    ...rest,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
}

function entryView(entry: AuditDocument) {
  const { _id, at, who, via, from, action, what, about, outcome, result } = entry;
  return {
    id: _id,
    at: at.toISOString(),
    who,
    from,
    what,
    via,
    action,
    did: didOf(entry),
    about: { ...about },
    outcome: outcome ?? 'unknown',
    result: { ...result },
  } satisfies AuditEntryView;
}

function didOf({ action, what, about, result = {} }: AuditDocument): string {
  const operation = action === undefined ? undefined : adminOperation(action);
  const facts = {
    ...about,
    // Where a path named something in another way, the result has its id.
    ...Object.fromEntries(Object.entries(result).map(([name, value]) => [name, String(value)])),
  };
  // A login, a deletion by age and the end of a replay are no operations; they say themselves what they are.
  const did = operation
    ? didWords(operation, facts)
    : what.replace(/^login/, 'logged in').replace(/^logout/, 'logged out');
  return [did, ...resultWords(result)].join('; ');
}

export const auditRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...[listAudit, listTenantAudit, listActions, exportAudit],
];
