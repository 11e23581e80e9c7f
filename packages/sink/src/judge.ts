/** Maps each path to the outside system that the sink plays there. */
import { judgeLead } from './judges/buyer.js';
import { judgeLeadChoosily } from './judges/choosy-buyer.js';
import { judgeMetaEvents } from './judges/meta.js';
import { judgeTelnyxMessage } from './judges/telnyx.js';
import { judgeTiktokEvents } from './judges/tiktok.js';
import { judgeTwilioMessage } from './judges/twilio.js';
import { webhookJudge } from './judges/webhook.js';
import type { Judge } from './sink-request.js';

/** The judge for all played systems; any other path is 404. */
export function sinkJudge({ webhookSecret }: { readonly webhookSecret?: string | undefined }): Judge {
  const roles: { readonly path: RegExp; readonly methods: readonly string[]; readonly judge: Judge }[] = [
    { path: /^\/buyers\/choosy$/, methods: ['POST', 'PUT'], judge: judgeLeadChoosily },
    { path: /^\/buyers\/./, methods: ['POST', 'PUT'], judge: judgeLead },
    { path: /^\/webhooks(?:\/|$)/, methods: ['POST', 'PUT'], judge: webhookJudge(webhookSecret) },
    { path: /^\/v\d+(?:\.\d+)?\/[^/]+\/events$/, methods: ['POST'], judge: judgeMetaEvents },
    { path: /^\/open_api\/v1\.3\/event\/track\/?$/, methods: ['POST'], judge: judgeTiktokEvents },
    { path: /^\/2010-04-01\/Accounts\/[^/]+\/Messages\.json$/, methods: ['POST'], judge: judgeTwilioMessage },
    { path: /^\/v2\/messages$/, methods: ['POST'], judge: judgeTelnyxMessage },
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
