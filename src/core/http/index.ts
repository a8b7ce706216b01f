export { AnonymousBudget } from './admission/anonymous-budget.ts';
export { bearer } from './admission/bearer.ts';
export { allowOrigin, respondToPreflight, isPreflight } from './admission/cors.ts';
export { forwardedNotice } from './admission/forwarded-notice.ts';
export type {
  IdempotentOutcome,
  IdempotentRequest,
  IdempotentRunner,
  IdempotentWork,
  RebuildPart,
} from './admission/idempotency.ts';
export { DescriptionCache, type DescriptionSource } from './cache/description-cache.ts';
export { ReadModules } from './cache/read-modules.ts';
export { type ResponseFrame, type CacheOutcome, ResponseCache } from './cache/response-cache.ts';
export type { PersonRequest, DashboardDeps, Membership } from './dashboard/dashboard-deps.ts';
export {
  type AccountContext,
  type CurrentSession,
  type DashboardRoute,
  dashboardRoute,
  type MemberContext,
  type Person,
} from './dashboard/dashboard-route.ts';
export { dashboardRouter } from './dashboard/dashboard-router.ts';
export { KnownBrowsers } from './dashboard/known-browsers.ts';
export { type PreviewDeps, previewRouter } from './dashboard/preview-router.ts';
export { readCookie } from './dashboard/session-cookie.ts';
export { checkProof } from './dashboard/step-up.ts';
export { createServer } from './pipeline/application.ts';
export { accessError, checkNeed, writesBeyondLocales } from './pipeline/authorize.ts';
export { RequestDeadline } from './pipeline/request-deadline.ts';
export type {
  AdmittedRequest,
  BudgetState,
  RequestDetails,
  ExpectedRequest,
  RequestServices,
} from './pipeline/request-services.ts';
export { errorsOf } from './pipeline/route-errors.ts';
export { isCacheable } from './pipeline/route-handler.ts';
export { type Aliases, documentedPath, type Route, route } from './pipeline/route.ts';
export { RouteTable } from './pipeline/route-table.ts';
export { admit } from './pipeline/steps.ts';
export { inputReader } from './query/input.ts';
export { type Check, compile } from './query/compile.ts';
export { imageParameterForms, imageParameters } from './query/image-query.ts';
export { localeParameters } from './query/locale-query.ts';
export type { LocaleParameters, ReadInLocales } from './query/locale-query.ts';
export { filterText, sortHint } from './query/query-hints.ts';
export type { WhereFilter } from './query/query.ts';
export type { TypeOutline } from './query/type-outline.ts';
export { bodyChecker } from './request/body-check.ts';
export { bodyOptions, type BodyOptions, bodyParser, readBody } from './request/body.ts';
export { type ResponseDetails, RouteResponse, respond, respondBriefly } from './response/route-response.ts';
export { toApiError, errorEnvelope } from './response/envelope.ts';
export { etagOf, matchesTag } from './response/etag.ts';
export { sendStaticFile, type StaticFile, StaticFiles } from './server/static-files.ts';
export type { StreamMessage } from './response/event-stream.ts';
export { ResponseFull, weigh } from './response/json-writer.ts';
export { ResponseMemory } from './response/response-memory.ts';
export { fitItems, type ReadQuota, ResponseSpace, smallBytes } from './response/response-space.ts';
export type { SerializedResponse } from './response/serialized-response.ts';
export { markAgent } from './server/request-source.ts';
export { HeldConnections } from './server/held-connections.ts';
export { createHttpServer } from './server/http-server.ts';
export { Lifecycle } from './server/lifecycle.ts';
export { listen, listenOnPort } from './server/listen.ts';
export { createLog, type Log } from './server/log.ts';
export { createPagesServer } from './server/pages-server.ts';
export { type RequestMeter, requestMeter } from './server/request-meter.ts';
export type { RequestState } from './pipeline/request-state.ts';
export type { EndpointDeps } from './server/server-deps.ts';
