/**
 * Performs an operation: checks the caller's rights, writes the audit entry, finds the tenant that the path names, runs the
 * operation, and records its outcome.
 */
import {
  ApiError,
  isAudited,
  type AdminEndpoint,
  type AdminStream,
  type AuditFacts,
  type Tenant,
} from '@sluice/contracts';
import type { SentInput } from '@sluice/http';
import { errorFields, type Logger } from '@sluice/process';
import type { AuditEntry, Stores } from '@sluice/store';
import { allow } from './allow.js';
import { tenantOf } from './tenants/tenant-of.js';
import { personOf } from './who-did.js';
import type { AdminCall, AdminRoute } from './route.js';

/** The dependencies of performing any operation. */
export interface Audited {
  readonly stores: Pick<Stores, 'audit' | 'clock' | 'tenants'>;
  readonly log: Logger;
}

/** A call as an entry point passes it on. */
export type CallIn = Omit<AdminCall<never>, 'note' | 'tenant' | keyof SentInput> & SentInput;

/** The items of a stream, whose audit entry is concluded when the reader stops, even before the first item. */
export type PerformedStream = AsyncGenerator<unknown, void, undefined>;

/**
 * Performs an operation and returns its `data`, or a {@link PerformedStream}. A change that cannot be audited is not made.
 * @throws ApiError NOT_FOUND or FORBIDDEN as {@link allow} says; NOT_FOUND if there is no such tenant; any error of the
 *   operation
 */
export async function perform<Deps extends Audited>(
  { endpoint, handle, about }: AdminRoute<Deps>,
  call: CallIn,
  deps: Deps,
): Promise<unknown> {
  const entry = await begin(endpoint, call, about(call as never), deps);
  try {
    const tenant = await tenantIn(call, endpoint, deps);
    const answer = await handle({ ...call, tenant, note: entry.note } as never, deps);
    if ('format' in endpoint) return await untilItsEnd(answer as AsyncIterable<unknown>, entry);
    await entry.end('done');
    return answer;
  } catch (error) {
    await entry.end(outcomeOf(error));
    throw error;
  }
}

async function tenantIn(
  { params }: CallIn,
  { mayBeNew }: AdminEndpoint | AdminStream,
  { stores }: Audited,
): Promise<Tenant | undefined> {
  const { tenantId } = (params ?? {}) as { readonly tenantId?: string };
  return tenantId === undefined || mayBeNew ? undefined : tenantOf(stores, tenantId);
}

async function untilItsEnd(items: AsyncIterable<unknown>, entry: Entry): Promise<PerformedStream> {
  const concluded = concludedAtItsEnd(items, entry);
  // A generator that was never begun would not conclude anything when it is stopped.
  await concluded.next();
  return concluded;
}

async function* concludedAtItsEnd(items: AsyncIterable<unknown>, entry: Entry): PerformedStream {
  let outcome: Outcome = 'done';
  try {
    yield;
    yield* items;
  } catch (error) {
    outcome = outcomeOf(error);
    throw error;
  } finally {
    await entry.end(outcome);
  }
}

type Outcome = NonNullable<AuditEntry['outcome']>;

/** An audit entry while its operation runs. For a call that is not audited it does nothing. */
interface Entry {
  readonly note: AdminCall<never>['note'];
  readonly end: (outcome: Outcome) => Promise<void>;
}

async function begin(
  endpoint: AdminEndpoint | AdminStream,
  { actor, params, body }: CallIn,
  given: AuditFacts,
  { stores, log }: Audited,
): Promise<Entry> {
  allow(actor, endpoint, { params, body });
  const { operationId: action, method, path } = endpoint;
  if (!isAudited(endpoint, body)) return { note: () => undefined, end: async () => undefined };
  const about = { ...(params as AuditFacts | undefined), ...given };
  const { via, from } = actor;
  const { by: who, ...place } = personOf(actor, endpoint);
  const what = `${method} ${pathWith(path, about)}`;
  const tenantId = about['tenantId'];
  const id = await stores.audit.begin({
    at: stores.clock.now(),
    who,
    ...place,
    via,
    from,
    action,
    what,
    about,
    ...(tenantId !== undefined && { tenantId }),
  });
  let result: AuditEntry['result'];
  return {
    note: (facts) => {
      result = { ...result, ...facts };
    },
    // The operation has ended, so a failed audit write is only logged; an entry without an outcome reads as unknown.
    end: async (outcome) => {
      log.info('change', { action, who, via, outcome });
      await stores.audit
        .conclude(id, outcome, result)
        .catch((error: unknown) => log.warn('audit not concluded', errorFields(error)));
    },
  };
}

function pathWith(path: string, about: AuditFacts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => about[name] ?? '');
}

// A failed change may be partly made; a refused one was not begun.
function outcomeOf(error: unknown): Outcome {
  return error instanceof ApiError && error.status < 500 ? 'refused' : 'failed';
}
