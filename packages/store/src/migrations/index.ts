/** Every migration, oldest first. A new one is added at the end, and none is ever removed or renumbered. */
import { counterNames } from './0001-counter-names.js';
import { leadIndexes } from './0002-lead-indexes.js';
import { heldIndex } from './0003-held-index.js';
import { searchWords } from './0004-search-words.js';
import { shardKeys } from './0005-shard-keys.js';
import { fileNotifications } from './0006-file-notifications.js';
import type { Migration } from './migration.js';

export const migrations: readonly Migration[] = [
  counterNames,
  leadIndexes,
  heldIndex,
  searchWords,
  shardKeys,
  fileNotifications,
];
