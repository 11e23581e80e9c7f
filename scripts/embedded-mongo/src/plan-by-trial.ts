/**
 * A setting that the engine needs before its first query: how it chooses between query plans. If trial runs do not
 * decide, MongoDB would estimate costs with a component that this build lacks, and the query would fail.
 */
import { adminCommand } from './admin-command.js';
import type { NativeEngine } from './native-engine.js';

const command = { setParameter: 1, internalQueryPlanRanker: 'multiPlanning' };

/** Makes the engine choose plans by trial runs only. @throws if the engine refuses */
export async function planByTrial(engine: NativeEngine): Promise<void> {
  await adminCommand(engine, command);
}
