/**
 * `/post/<token>`, and `/post/<token>.json`: how a supplier posts to a campaign, for whoever was given the link. A link
 * that never was, was revoked, has expired or shows what its supplier may no longer do is the same 404.
 */
import { ApiError, maySendTo } from '@sluice/contracts';
import { libraryEntries, postingInstructions, type PostingInstructions } from '@sluice/domain';
import type { PageAnswer, PublicPage, StrangerLimiter } from '@sluice/http';
import type { StoresFor } from '@sluice/pipeline';
import { contentSecurityPolicy, instructionsPage } from './instructions-page.js';

interface PostingDeps extends StoresFor<'forTenant' | 'postingLinks'> {
  readonly publicUrl: string;
  readonly strangers: StrangerLimiter;
}

const JSON_ENDING = '.json';

/** Shows the instructions; an address that asks for too many that are not there gets 429. */
export function postingPage({ strangers, ...deps }: PostingDeps): PublicPage {
  return {
    path: '/post/{token}',
    async show({ address, params: { token = '' } }) {
      const waitSeconds = await strangers.waitSeconds(address);
      if (waitSeconds !== undefined) throw tooMany(waitSeconds);
      const asJson = token.endsWith(JSON_ENDING);
      const shown = await instructionsFor(asJson ? token.slice(0, -JSON_ENDING.length) : token, deps);
      if (shown) return answerOf(shown, asJson);
      const seconds = await strangers.count(address);
      throw seconds === undefined ? new ApiError('NOT_FOUND') : tooMany(seconds);
    },
  };
}

function answerOf(shown: PostingInstructions, asJson: boolean): PageAnswer {
  if (asJson) return { contentType: 'application/json', body: JSON.stringify(shown) };
  return { contentType: 'text/html', body: instructionsPage(shown), contentSecurityPolicy };
}

async function instructionsFor(
  token: string,
  { stores, publicUrl }: Pick<PostingDeps, 'stores' | 'publicUrl'>,
): Promise<PostingInstructions | undefined> {
  const link = await stores.postingLinks.find(token);
  if (!link) return undefined;
  const { campaignId, supplierId } = link;
  const { suppliers, campaigns, offers, fieldLibrary, valueSets } = stores.forTenant(link.tenantId);
  const [supplier, campaign] = await Promise.all([suppliers.find(supplierId), campaigns.find(campaignId)]);
  if (!supplier || !campaign || !maySendTo(supplier, campaignId)) return undefined;
  const [offer, own, sets] = await Promise.all([
    offers.find(campaign.offerId),
    fieldLibrary.all(),
    valueSets.all(),
  ]);
  return postingInstructions({
    publicUrl: publicUrl.replace(/\/+$/, ''),
    campaignId,
    supplier,
    offer,
    groups: campaign.disqualificationConditionals ?? [],
    valueSets: sets,
    library: libraryEntries(own),
  });
}

function tooMany(retryAfterSeconds: number): ApiError {
  return new ApiError('RATE_LIMITED', { retryAfterSeconds });
}
