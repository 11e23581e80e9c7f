/** The cost of the stores' queries: every query that they send is sent again with explain. */
import { MongoClient, type Document } from 'mongodb';
import { hearCommands } from './hear-commands.js';

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

/** Stores whose queries are explained. */
export interface ExplainedStores<Stores> {
  readonly stores: Stores;
  /** The same database, to fill it. */
  readonly client: MongoClient;
  /** The same database, for queries to be explained that no store sends alone. */
  readonly monitored: MongoClient;
  /** What the queries sent by `ask` examine, in the order in which they are sent. */
  readonly examinedBy: (ask: () => Promise<unknown>) => Promise<readonly Examined[]>;
  readonly close: () => Promise<void>;
}

export const explained = ['find', 'aggregate', 'update', 'delete', 'findAndModify'] as const;
// Fields of the connection or of the transport are not part of a query.
const envelope = ['lsid', '$db', '$clusterTime', '$readPreference', 'writeConcern', 'txnNumber'];

/** Opens stores with `open`, at the same database as `url` but with commands that can be heard. */
export async function openExplained<Stores extends { close(): Promise<void> }>(
  url: string,
  open: (url: string) => Promise<Stores>,
): Promise<ExplainedStores<Stores>> {
  const heard: Document[] = [];
  let listening = false;
  const stopHearing = hearCommands((command) => listening && heard.push(command), explained);
  const monitored = new URL(url);
  monitored.searchParams.set('monitorCommands', 'true');
  const stores = await open(monitored.href);
  const client = new MongoClient(url);
  const own = new MongoClient(monitored.href);
  const db = client.db();
  return {
    stores,
    client,
    monitored: own,
    examinedBy: async (ask) => {
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
        const answer = await db.command({ explain, verbosity: 'executionStats' });
        examined.push(examinedIn(String(Object.values(explain)[0]), answer));
      }
      return examined;
    },
    close: async () => {
      stopHearing();
      await Promise.all([stores.close(), client.close(), own.close()]);
    },
  };
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
