/** What answers over HTTP: routes and their OpenAPI document, authentication, rate limits, hooks and health. */
export { createAllowance, type Allowance } from './allowance.js';
export { failureAnswer, send, successAnswer, type Answer } from './answer.js';
export type { FindKeyHolder } from './authentication.js';
export { bodyHash } from './body-hash.js';
export { bodyText, formText, refuseOtherCharset } from './body-text.js';
export { beginExchange, exchangeOf, type Exchange } from './exchange.js';
export { createGuessLimiter, tryCode, type GuessLimiter } from './guess-limiter.js';
export { mountPublicHealth, serveHealth, type Health, type InternalAnswers } from './health.js';
export type { Hook, HookAnswer, HookCall, HookHead } from './hook.js';
export { listen } from './listen.js';
export { createAppServer } from './create-app-server.js';
export { docsPage, documentRoute, tenantSchemaRoute } from './docs-page.js';
export { describeApi } from './openapi.js';
export { describeOperations } from './openapi-admin.js';
export type { ApiFacts } from './openapi-parts.js';
export type { PageAnswer, PageCall, PublicPage } from './public-page.js';
export { createRateLimiter } from './rate-limit.js';
export { readInput, type SentInput } from './read-request.js';
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
export { createWaitRoom } from './wait-room.js';
export { createStrangerLimiter, type StrangerLimiter } from './stranger-limiter.js';
