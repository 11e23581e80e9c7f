/**
 * One setting that the engine needs from its first query on: how it chooses between plans. When trying them out decides
 * nothing it would go on to estimate costs, with a part of MongoDB that this build leaves out; the query would fail.
 */
import { deserialize, serialize } from 'bson';
import type { NativeEngine } from './native-engine.js';
import { HEADER_BYTES, OP_MSG } from './wire/message.js';

const command = { setParameter: 1, internalQueryPlanRanker: 'multiPlanning', $db: 'admin' };

// After the header: four bytes of flags and the kind of the one section.
const BEFORE_BODY = HEADER_BYTES + 5;

/** Makes the engine choose plans by trial alone. @throws when it refuses to. */
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
