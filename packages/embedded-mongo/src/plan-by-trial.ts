/**
 * A setting that the engine needs before its first query: how it chooses between query plans. If trial runs do not
 * decide, MongoDB would estimate costs with a component that this build lacks, and the query would fail.
 */
import { deserialize, serialize } from 'bson';
import type { NativeEngine } from './native-engine.js';
import { HEADER_BYTES, OP_MSG } from './wire/message.js';

const command = { setParameter: 1, internalQueryPlanRanker: 'multiPlanning', $db: 'admin' };

// The body follows the header, four bytes of flags and the kind of the only section.
const BEFORE_BODY = HEADER_BYTES + 5;

/** Makes the engine choose plans by trial runs only. @throws if the engine refuses */
export async function planByTrial(engine: NativeEngine): Promise<void> {
  const body = serialize(command);
  const message = Buffer.alloc(BEFORE_BODY + body.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(OP_MSG, 12);
  message.set(body, BEFORE_BODY);
  const { response } = await engine.roundTrip(message);
  const reply = deserialize(response);
  if (reply['ok'] !== 1) throw new Error(`the engine refuses to plan by trial: ${String(reply['errmsg'])}`);
}
