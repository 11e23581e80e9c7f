/** Maps each path to the outside system that the sink plays there. */
import { judgeChatCompletion } from './judges/chat-completions/judge-chat-completion.js';
import { docusealJudge } from './judges/docuseal/docuseal-judge.js';
import type { DocusealSubmissions } from './judges/docuseal/submissions.js';
import { judgeLead } from './judges/buyer.js';
import { judgeLeadChoosily } from './judges/choosy-buyer.js';
import { judgeLookup } from './judges/lookups.js';
import { judgeMetaEvents } from './judges/meta.js';
import type { RetellCalls } from './judges/retell/calls.js';
import { retellJudge } from './judges/retell/retell-judge.js';
import { judgeTelnyxMessage } from './judges/telnyx.js';
import { judgeTiktokEvents } from './judges/tiktok.js';
import { judgeCertificate } from './judges/trusted-form.js';
import { judgeTwilioMessage } from './judges/twilio.js';
import { webhookJudge } from './judges/webhook.js';
import type { Judge } from './sink-request.js';

/** What the judges need: a secret, and the vendors that remember what they were given. */
interface JudgeOptions {
  readonly webhookSecret?: string | undefined;
  readonly docuseal: DocusealSubmissions;
  readonly retell: RetellCalls;
}

/** The judge for all played systems; any other path is 404. */
export function sinkJudge({ webhookSecret, docuseal, retell }: JudgeOptions): Judge {
  const roles: { readonly path: RegExp; readonly methods: readonly string[]; readonly judge: Judge }[] = [
    { path: /^\/buyers\/choosy$/, methods: ['POST', 'PUT'], judge: judgeLeadChoosily },
    { path: /^\/buyers\/./, methods: ['POST', 'PUT'], judge: judgeLead },
    { path: /^\/webhooks(?:\/|$)/, methods: ['POST', 'PUT'], judge: webhookJudge(webhookSecret) },
    // A supplier's tracker, which takes whatever it is told.
    { path: /^\/trackers\/./, methods: ['GET', 'POST'], judge: () => ({ status: 204 }) },
    { path: /^\/v\d+(?:\.\d+)?\/[^/]+\/events$/, methods: ['POST'], judge: judgeMetaEvents },
    { path: /^\/open_api\/v1\.3\/event\/track\/?$/, methods: ['POST'], judge: judgeTiktokEvents },
    { path: /^\/2010-04-01\/Accounts\/[^/]+\/Messages\.json$/, methods: ['POST'], judge: judgeTwilioMessage },
    { path: /^\/v2\/messages$/, methods: ['POST'], judge: judgeTelnyxMessage },
    { path: /^\/docuseal\/./, methods: ['GET', 'POST', 'DELETE'], judge: docusealJudge(docuseal) },
    { path: /^\/llm\/v1\/chat\/completions$/, methods: ['POST'], judge: judgeChatCompletion },
    { path: /^\/trustedform\/./, methods: ['POST'], judge: judgeCertificate },
    { path: /^\/lookups\/./, methods: ['GET', 'POST'], judge: judgeLookup },
    { path: /^\/retell\/./, methods: ['GET', 'POST'], judge: retellJudge(retell) },
  ];
  return (request) => {
    const role = roles.find(({ path }) => path.test(request.path));
    if (role === undefined)
      return { status: 404, body: { error: 'the sink plays no receiver at this path' } };
    if (!role.methods.includes(request.method))
      return { status: 405, headers: { Allow: role.methods.join(', ') } };
    return role.judge(request);
  };
}
