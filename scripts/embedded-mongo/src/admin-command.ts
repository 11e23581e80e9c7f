/** Commands that this package itself gives the engine, once, before it serves. */
import { deserialize, serialize, type Document } from 'bson';
import type { NativeEngine } from './native-engine.js';

/** Runs a command on the database `admin` and returns its reply. @throws Error if the engine refuses it */
export async function adminCommand(engine: NativeEngine, command: Document): Promise<Document> {
  const document = Buffer.from(serialize(command));
  const reply: Document = deserialize(await engine.run({ database: 'admin', document }));
  if (reply['ok'] !== 1) {
    throw new Error(`the engine refuses ${Object.keys(command)[0] ?? ''}: ${String(reply['errmsg'])}`);
  }
  return reply;
}
