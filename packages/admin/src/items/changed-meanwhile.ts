/** The refusal to save an item that somebody else has made or changed: who, when, and which fields. */
import { ApiError } from '@sluice/contracts';
import type { ItemName, SealingKey, TenantStores } from '@sluice/store';
import { changedFields } from '../catalog/changed-fields.js';
import { asWritten } from '../catalog/live-file.js';
import type { Item } from '../catalog/sections.js';
import { shownBy, type Caller } from '../who-did.js';
import { itemEtag } from './item-etag.js';
import { sectionOf } from './stored-item.js';

/** What was to be saved, and what is there. */
export interface Conflict {
  readonly name: ItemName;
  /** The etag that the save was based on. */
  readonly basedOn: string | null;
  /** The item as it is now. */
  readonly live: Item | undefined;
  readonly caller: Caller;
  readonly keys?: readonly SealingKey[] | undefined;
}

const MOST_TOLD = 20;

/** The refusal, with a line for each change since, the oldest first; without those that the history has no more. */
export async function changedMeanwhile(
  { itemVersions }: Pick<TenantStores, 'itemVersions'>,
  { name, basedOn, live, caller, keys }: Conflict,
): Promise<ApiError> {
  if (live === undefined)
    return new ApiError('INVALID_STATE', {
      message: `There is no ${name.section}/${name.id} yet; nothing was saved`,
    });
  const lines: string[] = [];
  let after: Item | undefined = live;
  let isKnown = false;
  for (const change of (await itemVersions.list(name)).slice(0, MOST_TOLD)) {
    const kept: object | null | undefined = (await itemVersions.find(name, change.version))?.item;
    const before: Item | undefined = kept ? asWritten(kept as Item) : undefined;
    lines.unshift(`${change.at.toISOString()}, ${shownBy(caller, change)}: ${told(before, after)}`);
    after = before;
    isKnown = before === undefined ? basedOn === null : itemEtag(before, keys) === basedOn;
    if (isKnown || before === undefined) break;
  }
  const who = isKnown ? lines : lines.slice(-1);
  const { section, id } = name;
  if (basedOn === null && section !== 'tenant') {
    const row = sectionOf(section);
    return new ApiError('INVALID_STATE', {
      message: `The ${row.kind} ${id} exists already; nothing was saved`,
      details: [`${row.id}: is taken`, ...who],
    });
  }
  return new ApiError('INVALID_STATE', {
    message: `${section}/${id} was changed meanwhile; nothing was saved`,
    details: who,
  });
}

function told(before: Item | undefined, after: Item | undefined): string {
  if (before === undefined) return 'new';
  return changedFields(before, after ?? {})
    .map(({ path }) => path.join('.'))
    .join(', ');
}
