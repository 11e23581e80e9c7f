/** Observes what the driver sends to the database. */
import { MongoClient, type Document } from 'mongodb';
import type { TestBackends } from './backends/index.js';

/**
 * Records the commands of every client whose URL enables command monitoring, until stopped. The stores' client is
 * private, but its command events can be observed this way.
 */
export function hearCommands(hear: (command: Document) => void, names: readonly string[]): () => void {
  const client = MongoClient.prototype as { emit: (this: MongoClient, ...args: unknown[]) => boolean };
  const { emit } = client;
  client.emit = function (this: MongoClient, ...args: unknown[]): boolean {
    const [event, details] = args;
    const { commandName, command } = (details ?? {}) as { commandName?: string; command?: Document };
    if (event === 'commandStarted' && command && commandName && names.includes(commandName)) hear(command);
    return Reflect.apply(emit, this, args);
  };
  return () => {
    client.emit = emit;
  };
}

const reading = ['find', 'aggregate'];
const writing = ['insert', 'update', 'findAndModify', 'bulkWrite', 'delete'];

/** The commands that read or write while `work` runs, each as text. */
export async function commandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const heard: string[] = [];
  const stop = hearCommands((command) => heard.push(JSON.stringify(command)), [...reading, ...writing]);
  await work().finally(stop);
  return heard;
}

/** Where stores are reached if their commands are to be heard (`reached` of a world). */
export async function audible({
  mongodbUrl,
}: Pick<TestBackends, 'mongodbUrl'>): Promise<{ mongodbUrl: string }> {
  const url = new URL(mongodbUrl);
  url.searchParams.set('monitorCommands', 'true');
  return { mongodbUrl: url.href };
}
