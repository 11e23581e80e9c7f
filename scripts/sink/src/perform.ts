/** Sends an answer, either properly or in one of the scripted bad ways. */
import type { Response } from 'express';
import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { Mode } from './behaviour.js';
import type { SinkAnswer } from './sink-request.js';

const gigabyte = 1024 ** 3;
const trickleEveryMs = 100;
const metadataUrl = 'http://169.254.169.254/latest/meta-data/';

/** Sends an answer as it is. */
export function answer(res: Response, { status, body, headers }: SinkAnswer): void {
  res.status(status);
  if (headers !== undefined) res.set(headers);
  const text = bodyText(res, body);
  if (text === undefined) res.end();
  else res.set('Content-Length', String(Buffer.byteLength(text))).end(text);
}

/** Misbehaves in the given mode, with the answer or without it. */
export function misbehave(res: Response, mode: Mode, judged: SinkAnswer): void {
  switch (mode) {
    case 'hang':
      return;
    case 'answer_after':
      answer(res, judged);
      return;
    case 'reset':
    case 'reset_after':
      res.socket?.resetAndDestroy();
      return;
    case 'redirect':
      answer(res, { status: 302, headers: { Location: metadataUrl, ...judged.headers } });
      return;
    case 'trickle':
      trickle(res, judged);
      return;
    case 'huge':
      res.status(judged.status).set('Content-Type', 'text/plain');
      zeros().pipe(res);
      return;
    case 'gzip_bomb':
      res.status(judged.status).set({ 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' });
      zeros().pipe(createGzip()).pipe(res);
      return;
  }
}

function trickle(res: Response, { status, body, headers }: SinkAnswer): void {
  res.status(status);
  if (headers !== undefined) res.set(headers);
  const bytes = Buffer.from(bodyText(res, body) ?? ' '.repeat(1_000));
  let sent = 0;
  const timer = setInterval(() => {
    if (sent >= bytes.length) res.end();
    else res.write(bytes.subarray(sent, ++sent));
  }, trickleEveryMs);
  res.on('close', () => clearInterval(timer));
}

function zeros(): Readable {
  const block = Buffer.alloc(64 * 1024);
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < gigabyte; sent += block.length) yield block;
    })(),
    { objectMode: false },
  );
}

// An object is sent as JSON with the matching content type.
function bodyText(res: Response, body: string | object | undefined): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  res.set('Content-Type', 'application/json');
  return JSON.stringify(body);
}
