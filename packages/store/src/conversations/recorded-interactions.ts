/**
 * How a recorded call or email thread is written. Its key derives from the caller's id of it, so of several requests at
 * once one makes it and the others update it. What is to be notified is written together with the change, so that a
 * process cannot die in between; the sweep notifies what stays behind.
 */
import { createHash } from 'node:crypto';
import { isObject, type Interaction } from '@sluice/contracts';
import type { Document } from 'mongodb';

type Given = {
  readonly [Field in Exclude<keyof Interaction, 'interactionId' | 'leadId' | 'externalId'>]?: unknown;
};

/** What a request records; its lead and kind, and the fields that it gives. */
export interface Recording {
  readonly leadId: string;
  /** The id of a new interaction without an external one. */
  readonly newInteractionId: string;
  readonly externalId?: string | undefined;
  /** Identifies the request: a repeat changes nothing. */
  readonly change: string;
  /** Fields and nested fields that the interaction takes; absent ones keep their values. */
  readonly given: Given;
  /** What a new interaction begins with, unless given. */
  readonly beginnings: Partial<Interaction> & Pick<Interaction, 'status'>;
}

/** An interaction after a request about it. */
export interface RecordedInteraction {
  readonly interaction: Interaction;
  /** Whether this request made it. */
  readonly isNew: boolean;
  /** The change that nobody has been notified of yet. */
  readonly toNotify?: string;
}

const NOTIFIED_WITHIN_MS = 20_000;
/** How many ids of requests an interaction keeps, the latest included. */
const CHANGES_KNOWN = 20;

/** The id of the interaction with this external id. */
export function idOfExternal(externalId: string): string {
  const hash = createHash('sha256').update(`interaction/${externalId}`).digest('hex');
  return `int_${hash.slice(0, 26).toUpperCase()}`;
}

/** The update that writes a recording into a new or an existing document. */
export function recordingUpdate(
  { leadId, externalId, change, given, beginnings }: Recording,
  tenantId: string,
  now: Date,
): Document[] {
  const at = now.toISOString();
  const fields = leavesOf(given);
  const differs = { $or: fields.map(([path, value]) => ({ $ne: [`$${path}`, { $literal: value }] })) };
  const isNew = { $eq: [{ $type: '$createdAt' }, 'missing'] };
  const changed = { $or: [isNew, differs] };
  const unlessChanged = (field: string, value: unknown) => ({
    $cond: [changed, value, { $ifNull: [`$${field}`, '$$REMOVE'] }],
  });
  const begins = Object.entries({
    ...beginnings,
    createdAt: at,
    madeBy: change,
    tenantId,
    leadId,
    externalId,
  });
  return [
    // Reads the values from before, so it comes before they are written.
    {
      $set: {
        updatedAt: unlessChanged('updatedAt', at),
        toNotify: unlessChanged('toNotify', { $literal: change }),
        notificationsDueAt: unlessChanged('notificationsDueAt', new Date(now.getTime() + NOTIFIED_WITHIN_MS)),
        changes: {
          $slice: [
            { $concatArrays: [{ $ifNull: ['$changes', []] }, [{ $literal: change }]] },
            -CHANGES_KNOWN,
          ],
        },
      },
    },
    { $set: Object.fromEntries(fields.map(([path, value]) => [path, { $literal: value }])) },
    {
      $set: Object.fromEntries(
        begins
          .filter(([, value]) => value !== undefined)
          .map(([field, value]) => [field, { $ifNull: [`$${field}`, { $literal: value }] }]),
      ),
    },
  ];
}

// A nested object is no value: its fields are replaced one by one. A list is one.
function leavesOf(fields: object, under = ''): (readonly [path: string, value: unknown])[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const path = `${under}${name}`;
    return isObject(value) ? leavesOf(value, `${path}.`) : [[path, value] as const];
  });
}
