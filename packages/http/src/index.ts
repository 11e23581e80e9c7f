/** What answers over HTTP: routes and their OpenAPI document, authentication, rate limits, hooks and health. */
export { createAllowance, type Allowance } from './limits/allowance.js';
export { failureAnswer, send, successAnswer, type Answer } from './answer.js';
export type { FindKeyHolder } from './requests/authentication.js';
export { bodyHash } from './requests/body-hash.js';
export { bodyText, formText, refuseOtherCharset } from './requests/body-text.js';
export { beginExchange, exchangeOf, type Exchange } from './exchange.js';
export { createGuessLimiter, tryCode, type GuessLimiter } from './limits/guess-limiter.js';
export { mountPublicHealth, serveHealth, type Health, type InternalAnswers } from './health.js';
export type { Hook, HookAnswer, HookCall, HookHead } from './hook.js';
export { listen } from './listen.js';
export { createAppServer } from './create-app-server.js';
export { docsPage, documentRoute, tenantSchemaRoute } from './pages/docs-page.js';
export { describeApi } from './openapi/describe-api.js';
export { describeOperations } from './openapi/describe-operations.js';
export type { ApiFacts } from './openapi/openapi-parts.js';
export type { PageAnswer, PageCall, PublicPage } from './pages/public-page.js';
export { createRateLimiter } from './limits/rate-limit.js';
export { readInput, type SentInput } from './requests/read-request.js';
export {
  AlsoAnswer,
  TextAnswer,
  defineRoute,
  type Route,
  type RouteCall,
  type TenantScope,
} from './route.js';
export {
  answerFailures,
  mountRoutes,
  nothingHere,
  type Arrived,
  type Door,
  type Served,
} from './serve-endpoint.js';
export { createHttpServer } from './server.js';
export type { AnswerLater, AskedToWait } from './serve-route.js';
export { createWaitRoom } from './limits/wait-room.js';
export { createStrangerLimiter, type StrangerLimiter } from './limits/stranger-limiter.js';
