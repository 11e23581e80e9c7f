/** The sink as an Express app: a few paths that show and script it, and the systems it plays on all others. */
import express from 'express';
import type { ErrorRequestHandler, Express, NextFunction, Request, Response } from 'express';
import { readBehaviour } from './behaviour.js';
import type { Behaviour, Behaviours } from './behaviour.js';
import { conversionEvents } from './conversion-events.js';
import type { Ledger } from './ledger.js';
import { answer, misbehave } from './perform.js';
import type { ReceivedLog } from './received-log.js';
import { readEventOrder, sendEvents } from './send-events.js';
import type { EventVendors } from './send-events.js';
import type { Judge, SinkAnswer, SinkRequest } from './sink-request.js';

/** The dependencies of the app. */
export interface SinkDeps {
  readonly judge: Judge;
  readonly vendors: EventVendors;
  readonly behaviours: Behaviours;
  readonly received: ReceivedLog;
  readonly ledger: Ledger;
}

const ownPaths = new Set(['/healthz', '/stats', '/received', '/behaviour', '/events']);
const maxShown = 5_000;
const maxBodyBytes = 2 * 1024 ** 2;

/** Builds the app. */
export function createSinkApp(deps: SinkDeps): Express {
  const app = express().disable('x-powered-by').disable('etag');
  // The played systems come first, because they must be fast.
  app.use(async (req: Request, res: Response, next: NextFunction) => {
    if (ownPaths.has(req.path)) {
      next();
      return;
    }
    const body = deps.behaviours.needsBody(req.path) ? await bodyOf(req) : undefined;
    const behaviour = deps.behaviours.take(req.path, body);
    if (behaviour?.mode === 'reset') {
      note(deps, { ...requestOf(req, ''), mode: 'reset' }, 0);
      misbehave(res, 'reset', { status: 0 });
      return;
    }
    await play(deps, requestOf(req, body ?? (await bodyOf(req))), behaviour, res);
  });
  lookAndScript(app, deps);
  app.use(dropBroken);
  return app;
}

function lookAndScript(app: Express, { behaviours, received, vendors }: SinkDeps): void {
  app.get('/healthz', (_req, res) => void res.json({ ok: true }));
  app.get('/stats', (_req, res) => void res.json(received.stats()));
  app.get('/received', (req, res) => {
    const query = new URL(req.url, 'http://sink').searchParams;
    const limit = Math.min(Math.max(Number(query.get('limit') ?? 100) || 100, 1), maxShown);
    const path = query.get('path') ?? undefined;
    const key = query.get('key') ?? undefined;
    res.json({ received: received.latest({ limit, path, key }) });
  });
  app.delete('/received', (_req, res) => {
    received.clear();
    res.status(204).end();
  });
  app.put('/behaviour', express.json(), (req, res) => {
    const behaviour = readBehaviour(req.body);
    if (typeof behaviour === 'string') {
      res.status(400).json({ error: behaviour });
      return;
    }
    behaviours.set(behaviour);
    res.status(204).end();
  });
  app.post('/events', express.json(), async (req, res) => {
    const order = readEventOrder(req.body);
    if (typeof order === 'string') res.status(400).json({ error: order });
    else res.json({ answers: await sendEvents(vendors, order) });
  });
  app.delete('/behaviour', (req, res) => {
    behaviours.clear(new URL(req.url, 'http://sink').searchParams.get('path') ?? undefined);
    res.status(204).end();
  });
}

// A caller that disconnected early is no error of the sink. Express recognises an error handler by its four parameters.
const dropBroken: ErrorRequestHandler = (_error, _req, res, _next) => void res.destroy();

async function play(
  { judge, ...deps }: SinkDeps,
  request: SinkRequest,
  behaviour: Behaviour | undefined,
  res: Response,
): Promise<void> {
  const judged = behaviour === undefined ? judge(request) : scripted(judge, request, behaviour);
  const mode = behaviour?.mode;
  const status = mode === 'hang' ? 0 : mode === 'redirect' ? 302 : judged.status;
  note(deps, { ...request, mode }, status);
  if (behaviour?.delayMs !== undefined) await new Promise((done) => setTimeout(done, behaviour.delayMs));
  if (mode === undefined) answer(res, judged);
  else misbehave(res, mode, judged);
  // The receiver of the callback may be gone by now, which a vendor ignores.
  if (status !== 0) judged.afterwards?.().catch(() => undefined);
}

// A script with a status or body replaces the judge's answer; another script keeps it.
function scripted(judge: Judge, request: SinkRequest, script: Behaviour): SinkAnswer {
  const { status, body, headers, mode, variant } = script;
  const isReplaced = status !== undefined || body !== undefined;
  const own = isReplaced && mode !== 'answer_after' ? undefined : judge({ ...request, variant });
  const judged = isReplaced || own === undefined ? { status: status ?? 200, body } : own;
  return { ...judged, headers: { ...('headers' in judged ? judged.headers : {}), ...headers } };
}

function note(
  { received, ledger }: Pick<SinkDeps, 'received' | 'ledger'>,
  {
    receivedAt,
    method,
    path,
    query,
    headers,
    body,
    mode,
  }: SinkRequest & { readonly mode?: string | undefined },
  status: number,
): void {
  const key = headers['idempotency-key'] ?? headers['webhook-id'];
  const line = {
    at: receivedAt.toISOString(),
    method,
    path,
    key,
    status,
    mode,
  };
  const events = conversionEvents(path, body);
  ledger.append({ ...line, events });
  received.add({ ...line, ...(query.size > 0 && { query: String(query) }), headers, body });
}

function requestOf(req: Request, body: string): SinkRequest {
  const { searchParams } = new URL(req.url, 'http://sink');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) headers[name] = String(value);
  return { method: req.method, path: req.path, query: searchParams, headers, body, receivedAt: new Date() };
}

// A body longer than any that Sluice sends is read and dropped.
function bodyOf(req: Request): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBodyBytes) chunks.push(chunk);
    });
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.once('error', reject);
  });
}
