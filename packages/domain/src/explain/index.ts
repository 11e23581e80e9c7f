/** Decisions and campaigns in plain words. */
export { explainCampaign, notTakenWords, type CampaignWords } from './explain-campaign.js';
export { explainDecision } from './explain-decision.js';
export { explainEndpoint } from './explain-endpoint.js';
export { explainFeed, type FedCampaign } from './explain-feeds.js';
export { explainItem } from './explain-item.js';
export { explainCost, explainPrice, explainReturns, explainSupplier } from './explain-terms.js';
export { explainTrace } from './explain-trace.js';
export { ownWords, reasonWords } from './reason-words.js';
export { sentence, timeWords, type Sentence, type Wording, type Tone } from './sentence.js';
