/** Where an operator says what became of a lead of unknown outcome: asked on a page, done by its form. */
import { createMetrics, createProducer, type Logger } from '@sluice/runtime';
import { resolveOutcome, type Core } from '@sluice/pipeline';
import type { Stores } from '@sluice/store';
import { Router, type Request, type Response } from 'express';
import { sessionOf } from './guard/session.js';
import { answers, confirmPage, unresolvedPage, type AnswerPath } from './pages/resolve-page.js';
import type { Redis } from './redis.js';

/** The routes, and what closes what they stand on. */
export interface UnknownRoutes {
  readonly router: Router;
  close(): Promise<void>;
}

export function unknownRoutes(stores: Stores, redis: Redis, log: Logger): UnknownRoutes {
  const core: Core = { stores, producer: createProducer(redis), log, metrics: createMetrics('dashboard') };
  const router = Router();
  type Params = { tenant: string; submissionId: string; said: string };
  const path = '/:tenant/:submissionId/:said';
  router.get(path, (request: Request<Params>, response, next) => {
    const { tenant, submissionId, said } = request.params;
    if (!isAnswer(said)) return next();
    show(response, 200, confirmPage(tenant, submissionId, said, sessionOf(response)));
  });
  router.post(path, async (request: Request<Params>, response, next) => {
    const { tenant, submissionId, said } = request.params;
    if (!isAnswer(said)) return next();
    const resolution = await resolveOutcome(core, tenant, submissionId, answers[said]);
    if (resolution.kind === 'resolved') {
      response.redirect(303, `/leads/${encodeURIComponent(tenant)}/${resolution.leadId}`);
      return;
    }
    const status = resolution.kind === 'not_found' ? 404 : 409;
    show(response, status, unresolvedPage(resolution, sessionOf(response)));
  });
  return { router, close: () => core.producer.close() };
}

function isAnswer(said: string): said is AnswerPath {
  return Object.hasOwn(answers, said);
}

function show(response: Response, status: number, content: { toString(): string }): void {
  response.status(status).type('html').send(String(content));
}
