/** The check that asks a language model: its question, and what an answer says. */
import {
  modelPatience,
  modelQuestion,
  readVerdict,
  redactSecrets,
  type ModelCall,
  type ModelQuestion,
  type ModelVerdict,
} from '@sluice/domain';
import { leadFacts } from '@sluice/pipeline';
import {
  MODEL_TIMEOUT_MS,
  modelRequest,
  modelServer,
  readModelAnswer,
  type OutboundAnswer,
} from '@sluice/providers';
import type { StoredSubmission } from '@sluice/store';
import type { EndedCheck, VendorCheck } from './check-call.js';
import type { WebhookDeps } from '../deps.js';

/** What is asked; how it ends if there is no model to ask. */
export async function askModel(
  deps: WebhookDeps,
  submission: StoredSubmission,
  criteria: readonly string[],
): Promise<VendorCheck<ModelVerdict> | EndedCheck> {
  const { tenantId } = submission;
  const server = modelServer(await deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys));
  if (!server) return { result: { kind: 'skipped', reason: 'no_llm_provider' } };
  const request = modelRequest(server, await questionAbout(deps, submission, criteria));
  return {
    url: server.baseUrl,
    timeoutMs: MODEL_TIMEOUT_MS,
    redact: redactSecrets(server.apiKey === undefined ? [] : [server.apiKey]),
    send: () => deps.outbound.send(request),
    read: (answer, at) => read(answer, criteria, at),
    patience: modelPatience,
    recall: (text) => readVerdict(text, criteria),
  };
}

async function questionAbout(
  deps: WebhookDeps,
  submission: StoredSubmission,
  criteria: readonly string[],
): Promise<ModelQuestion> {
  const { campaigns, fieldLibrary } = deps.stores.forTenant(submission.tenantId);
  const campaign = await campaigns.cached(submission.campaignId);
  const { data, now: at, timezone = 'UTC' } = await leadFacts(deps, submission, [campaign]);
  const labels = new Map((await fieldLibrary.allCached()).map(({ key, label }) => [key, label]));
  return modelQuestion(criteria, { data, labels, now: at, timezone });
}

function read(answer: OutboundAnswer, criteria: readonly string[], at: Date): ModelCall {
  const said = readModelAnswer(answer, at);
  if (said.kind === 'failed') return said;
  const verdict = said.kind === 'text' ? readVerdict(said.text, criteria) : undefined;
  return verdict ? { kind: 'verdict', verdict } : { kind: 'unusable' };
}
