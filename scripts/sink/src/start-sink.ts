/** Starts the sink: all systems that Sluice calls (buyers, webhook receivers, vendors) on one loopback port, and a mailbox. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBehaviours } from './behaviour.js';
import type { Behaviour } from './behaviour.js';
import { createSinkApp } from './create-sink-app.js';
import { sinkJudge } from './judge.js';
import { docusealSubmissions } from './judges/docuseal/submissions.js';
import { retellCalls } from './judges/retell/calls.js';
import { openLedger } from './ledger.js';
import { startMailbox } from './mailbox.js';
import { createReceivedLog } from './received-log.js';
import type { Received, ReceivedQuery, Stats } from './received-log.js';
import { sendEvents } from './send-events.js';
import type { EventAnswer, EventOrder } from './send-events.js';

/** Settings of a sink. */
export interface SinkOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** The port of the mailbox, which speaks SMTP; by default a free one. */
  readonly smtpPort?: number;
  /** The address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** A file to which the sink appends one JSON line per request. */
  readonly ledgerFile?: string | undefined;
  /** `whsec_…`: webhooks must be signed with this secret. Without it only their form is checked. */
  readonly webhookSecret?: string | undefined;
}

/** A running sink. Code in the same process reads directly what the sink shows over HTTP. */
export interface Sink {
  readonly url: string;
  readonly port: number;
  /** The port of the mailbox. */
  readonly smtpPort: number;
  stats(): Stats;
  /** The received requests, newest first. */
  received(query?: ReceivedQuery): Received[];
  /** Scripts a path. */
  script(behaviour: Behaviour): void;
  /** Removes the script of a path, or all scripts. */
  unscript(path?: string): void;
  /** Has a played vendor send events to a hook, one after the other. Resolves with the hook's answers. */
  sendEvents(order: EventOrder): Promise<EventAnswer[]>;
  /** Clears the received requests. */
  clear(): void;
  /** Stops at once, hanging requests included. */
  close(): Promise<void>;
}

/** Starts a sink, by default on 127.0.0.1. Rejects if the port is taken. */
export async function startSink({
  port,
  smtpPort = 0,
  host = '127.0.0.1',
  ledgerFile,
  webhookSecret,
}: SinkOptions): Promise<Sink> {
  const ledger = openLedger(ledgerFile);
  const received = createReceivedLog();
  const behaviours = createBehaviours();
  const vendors = { docuseal: docusealSubmissions(), retell: retellCalls() };
  const judge = sinkJudge({ webhookSecret, ...vendors });
  const app = createSinkApp({ judge, vendors, behaviours, received, ledger });
  const server = createServer({ keepAliveTimeout: 60_000 }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  const mailbox = await startMailbox({ behaviours, received, ledger }, smtpPort, host).catch(
    (error: unknown) => {
      server.close();
      throw error;
    },
  );
  return {
    url: `http://127.0.0.1:${actualPort}`,
    port: actualPort,
    smtpPort: mailbox.port,
    stats: () => received.stats(),
    received: (query = {}) => received.latest(query),
    script: (behaviour) => behaviours.set(behaviour),
    unscript: (path) => behaviours.clear(path),
    sendEvents: (order) => sendEvents(vendors, order),
    clear: () => received.clear(),
    async close() {
      await mailbox.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      ledger.close();
    },
  };
}
