/** The cost of the stores' queries: every query that they send is sent again with explain. */
import { MongoClient, type Db, type Document } from 'mongodb';
import { audible, hearCommands } from '../hear-commands.js';
import { openWorld, type World } from './world.js';

/** What one query examined. */
export interface Examined {
  /** The collection, for the message of a failing test. */
  readonly collection: string;
  readonly keys: number;
  readonly documents: number;
  readonly returned: number;
  /** The stages of the query plan, e.g. `FETCH, IXSCAN`. */
  readonly plan: string;
}

/** A world whose queries are explained. */
export interface ExplainedWorld extends World {
  /** Its database, for queries to be explained that no store sends alone. */
  readonly explainedDb: Db;
  /** What the queries sent by `ask` examine, in the order in which they are sent. */
  readonly examinedBy: (ask: () => Promise<unknown>) => Promise<readonly Examined[]>;
}

export const explained = ['find', 'aggregate', 'update', 'delete', 'findAndModify'] as const;
// The stores leave undefined fields out; sent as null they would match nothing.
const asSent = { ignoreUndefined: true };
// Fields of the connection or of the transport are not part of a query.
const envelope = ['lsid', '$db', '$clusterTime', '$readPreference', 'writeConcern', 'txnNumber'];

/** Opens a world with a new database and commands that can be heard. */
export async function openExplained(): Promise<ExplainedWorld> {
  const world = await openWorld({ prepares: false, reached: audible });
  const { db, onClose } = world;
  const heard: Document[] = [];
  let listening = false;
  onClose(hearCommands((command) => listening && heard.push(command), explained));
  const client = new MongoClient(world.mongodbUrl);
  onClose(() => client.close());
  return Object.assign(world, {
    explainedDb: client.db(),
    examinedBy: async (ask: () => Promise<unknown>) => {
      heard.length = 0;
      listening = true;
      try {
        await ask();
      } finally {
        listening = false;
      }
      const examined: Examined[] = [];
      for (const command of heard) {
        const explain = withoutEnvelope(command);
        const answer = await db.command({ explain, verbosity: 'executionStats' }, asSent);
        examined.push(examinedIn(String(Object.values(explain)[0]), answer));
      }
      return examined;
    },
  });
}

function withoutEnvelope(command: Document): Document {
  return Object.fromEntries(Object.entries(command).filter(([name]) => !envelope.includes(name)));
}

function examinedIn(collection: string, answer: Document): Examined {
  // For an aggregation of several stages, the first one alone reads the collection.
  const { executionStats, queryPlanner } = (
    'stages' in answer ? (answer['stages'] as Document[])[0]?.['$cursor'] : answer
  ) as { readonly executionStats: Readonly<Record<string, number>>; readonly queryPlanner: Document };
  const plan = JSON.stringify(queryPlanner['winningPlan']);
  return {
    collection,
    keys: executionStats['totalKeysExamined'] ?? NaN,
    documents: executionStats['totalDocsExamined'] ?? NaN,
    returned: executionStats['nReturned'] ?? NaN,
    plan: [...plan.matchAll(/"stage":"([^"]+)"/g)].map(([, stage]) => stage).join(', '),
  };
}
