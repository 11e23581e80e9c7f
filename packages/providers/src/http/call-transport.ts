/**
 * What axios sends one call through: Node's client, told what axios cannot tell it. It reads the body from the moment the
 * answer begins, and knows how far the request has come.
 */
import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { failureReason, type Progress } from './failure-reason.js';
import { ConnectTimedOut } from './guarded-connections.js';
import type { FailureReason } from './outbound-answer.js';
import { readBodyStart, type BodyReader } from './read-body.js';

/** A socket; Node's own, of which the types lack what is said of a TLS handshake. */
type OpeningSocket = Socket & { readonly secureConnecting?: boolean };

const CONNECT_WITHIN_MS = 10_000;
const MOST_HEADER_BYTES = 64 * 1024;

/** What comes of the request; one of the two, once. */
export interface CallListener {
  /** The answer has begun; interim ones are none. */
  readonly answered: (head: IncomingMessage, body: BodyReader) => void;
  /** There will be no answer. */
  readonly failed: (reason: FailureReason) => void;
}

/** The transport of one call. It is a class because axios would copy a plain object. */
export class CallTransport {
  readonly #listener: CallListener;
  readonly #headers: Readonly<Record<string, string>>;
  #request: ClientRequest | undefined;
  #answer: { readonly head: IncomingMessage; readonly body: BodyReader } | undefined;
  #progress: Progress = 'waiting';

  /**
   * `headers` are sent in place of those of the same name that axios sets. axios never sees them, because to it `common`,
   * `get` and the like may be headers or kinds of headers.
   */
  constructor(listener: CallListener, headers: Readonly<Record<string, string>>) {
    this.#listener = listener;
    this.#headers = headers;
  }

  /** Whether the server may have received part of the request. */
  get mayHaveArrived(): boolean {
    return this.#progress === 'sent';
  }

  /** Called by axios. */
  request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
    const isSecure = options.protocol === 'https:';
    const { request } = isSecure ? https : http;
    const headers = { ...options.headers, ...this.#headers };
    this.#request = request(Object.assign(options, { headers, maxHeaderSize: MOST_HEADER_BYTES }), (head) => {
      // Read at once, because what has arrived of a body is lost with a connection that breaks now.
      const body = readFrom(head);
      this.#answer = { head, body };
      this.#listener.answered(head, body);
      onResponse(head);
    });
    return this.#request
      .once('socket', (socket) => this.#follow(socket, isSecure))
      .once('upgrade', (_head, socket) => {
        socket.destroy();
        this.#listener.failed('answer_malformed');
      })
      .once('error', (error) => this.broke(error))
      .once('close', () => this.#answer ?? this.#listener.failed('reset'));
  }

  /** Tells the listener of an error, or ends the body there. Of many the first counts. */
  broke(error: unknown): void {
    const reason = failureReason(error, this.#progress);
    if (!this.#answer) return this.#listener.failed(reason);
    const { head, body } = this.#answer;
    // What has arrived, and was not handed on before the connection broke, is part of the body.
    while (head.read() !== null);
    if (head.complete) body.end();
    else body.breakOff(reason);
  }

  /** Ends the call: its connection is closed, or the request is never sent. */
  abandon(): void {
    this.#request?.destroy();
  }

  #follow(socket: OpeningSocket, isSecure: boolean): void {
    if (!socket.connecting && !socket.secureConnecting) {
      this.#progress = 'sent';
      return;
    }
    this.#progress = socket.connecting ? 'connecting' : 'handshake';
    const deadline = setTimeout(() => this.#request?.destroy(new ConnectTimedOut()), CONNECT_WITHIN_MS);
    const opened = () => {
      clearTimeout(deadline);
      this.#progress = 'sent';
    };
    socket.once('close', () => clearTimeout(deadline));
    if (isSecure) socket.once('connect', () => (this.#progress = 'handshake')).once('secureConnect', opened);
    else socket.once('connect', opened);
  }
}

function readFrom(head: IncomingMessage): BodyReader {
  const { 'content-encoding': contentEncoding = '', 'content-type': contentType = '' } = head.headers;
  const body = readBodyStart({ contentEncoding, contentType });
  head
    .on('data', (chunk: Buffer) => body.push(chunk))
    .once('end', () => body.end())
    // Why is known to the request, which hears of it first.
    .once('error', () => body.breakOff('reset'));
  return body;
}
