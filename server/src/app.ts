import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS, getHealth, HEADERS, type Endpoint } from '@tenfour/contract'
import Fastify, { LogController, type FastifyInstance } from 'fastify'
import { auditPlugin } from './features/audit/audit.plugin.ts'
import { announcementsPlugin } from './features/announcements/announcements.plugin.ts'
import { announcementsRoom, createAnnouncementService } from './features/announcements/announcements.service.ts'
import { apiLogsPlugin, noteAdmissions, noteCalls, noteExchanges } from './features/api-logs/api-logs.plugin.ts'
import { apiLogJobs, apiLogsRoom, createApiLogs, recordApiLogs } from './features/api-logs/api-logs.service.ts'
import { authJobs } from './features/auth/auth.jobs.ts'
import { authPlugin } from './features/auth/auth.plugin.ts'
import { createAuthService } from './features/auth/auth.service.ts'
import { boardRoom, createBoardLists } from './features/board/board.lists.ts'
import { callRoom, createBoard } from './features/board/board.service.ts'
import { bridgeJobs } from './features/bridge/bridge.jobs.ts'
import { bridgePlugin } from './features/bridge/bridge.plugin.ts'
import { createBridge } from './features/bridge/bridge.service.ts'
import { serverRoom } from './features/bridge/bridge.status.ts'
import { createGameCalls } from './features/calls/calls.game.ts'
import { callsPlugin } from './features/calls/calls.plugin.ts'
import { createCallDispatch } from './features/calls/calls.dispatch.service.ts'
import { createCallService } from './features/calls/calls.service.ts'
import { createDepartmentService } from './features/departments/departments.manage.service.ts'
import { departmentsPlugin } from './features/departments/departments.plugin.ts'
import { deskJobs } from './features/desk/desk.jobs.ts'
import { deskPlugin } from './features/desk/desk.plugin.ts'
import { createDeskService, deskRoom } from './features/desk/desk.service.ts'
import { createDisplays } from './features/display/display.gateway.ts'
import { displayPlugin } from './features/display/display.plugin.ts'
import { healthPlugin } from './features/health/health.plugin.ts'
import { membersPlugin } from './features/members/members.plugin.ts'
import { notesPlugin } from './features/notes/notes.plugin.ts'
import { createNoteService, dispatchRoom } from './features/notes/notes.service.ts'
import { patrolsPlugin } from './features/patrols/patrols.plugin.ts'
import { exportPatrols } from './features/patrols/patrols.repo.ts'
import { createPositions } from './features/positions/positions.hub.ts'
import { followPositions } from './features/positions/positions.sockets.ts'
import { createViewers } from './features/positions/positions.viewers.ts'
import { rolesPlugin } from './features/roles/roles.plugin.ts'
import { createRoleService } from './features/roles/roles.service.ts'
import { serverMapPlugin } from './features/server-map/server-map.plugin.ts'
import { findPostal } from './features/server-map/server-map.repo.ts'
import { createServerMaps } from './features/server-map/server-map.service.ts'
import { followActivity } from './features/servers/servers.activity.ts'
import { createServerManagement } from './features/servers/servers.manage.service.ts'
import { serversPlugin } from './features/servers/servers.plugin.ts'
import { isServer } from './features/servers/servers.port.ts'
import { createServerService, serversRoom } from './features/servers/servers.service.ts'
import { sessionsPlugin } from './features/sessions/sessions.plugin.ts'
import { createSessionService, exportSessions } from './features/sessions/sessions.service.ts'
import { setupPlugin } from './features/setup/setup.plugin.ts'
import { createSetupService, type SetupService } from './features/setup/setup.service.ts'
import { tonesPlugin } from './features/tones/tones.plugin.ts'
import { createToneService } from './features/tones/tones.service.ts'
import { ticketsPlugin } from './features/tickets/tickets.plugin.ts'
import { createTicketService } from './features/tickets/tickets.service.ts'
import { followDepartments } from './features/units/units.departments.ts'
import { unitsPlugin } from './features/units/units.plugin.ts'
import { createUnitService } from './features/units/units.service.ts'
import { createUserList } from './features/users/users.list.ts'
import { createUserManagement } from './features/users/users.manage.ts'
import { usersPlugin } from './features/users/users.plugin.ts'
import { createUserRoom } from './features/users/users.room.ts'
import { createSelfService } from './features/users/users.self.ts'
import { createWelfare, welfareJobs } from './features/welfare/welfare.service.ts'
import { whitelistsRoom } from './features/whitelist/whitelist.list.ts'
import { whitelistPlugin } from './features/whitelist/whitelist.plugin.ts'
import { pushChangedAccount, whitelistJobs } from './features/whitelist/whitelist.push.ts'
import { createWhitelistService } from './features/whitelist/whitelist.service.ts'
import { watchAccess } from './platform/auth/access-watch.ts'
import { createAuthenticator } from './platform/auth/actor.ts'
import { ensureWebKey } from './platform/auth/api-keys.ts'
import { createAttemptGuard } from './platform/auth/attempts.ts'
import { createUserCache } from './platform/auth/current-user.ts'
import type { Config } from './platform/config/config.ts'
import type { Database } from './platform/database/database.ts'
import { createCallerLimits, limitCallers } from './platform/http/caller-limits.ts'
import { guardConnections } from './platform/http/connections.ts'
import { handleErrors } from './platform/http/error-handler.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import { acceptFiles, assertEveryEndpointIsServed } from './platform/http/route.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveWebApp, type PageContent } from './platform/http/web-app.ts'
import { keep } from './platform/kept.ts'
import { BODY_BYTES, REQUEST_TIMEOUTS } from './platform/limits/limits.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { loggerOptions, type LogStream } from './platform/log/log.ts'
import { keepRecentLines, type RecentLines } from './platform/log/recent-lines.ts'
import { createRealtime, type Realtime } from './platform/realtime/realtime.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { runEach } from './platform/run-each.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const PROVIDER_URL = 'https://github.com/tenfour-portal/tenfour'

export type AppOptions = {
  readonly database: Database
  readonly webKey: string
  readonly version: string
  readonly portalUrl?: string | undefined
  readonly redisUrl?: string | undefined
  readonly frameOrigins?: readonly string[]
  readonly trustProxy?: boolean | number | string
  readonly unitSilence?: Config['unitSilence']
  readonly apiLogDays?: number
  readonly logLevel?: string
  readonly logTo?: LogStream
  readonly webFolder?: string
}
export type App = {
  readonly http: FastifyInstance
  readonly realtime: Realtime
  readonly setup: SetupService
  readonly close: () => Promise<void>
}

/** Puts the portal together. Everything it is made of is named here, once. */
export async function createApp(options: AppOptions): Promise<App> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    return { ...(await compose(options, closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Adds to `closing` as it opens: closed in reverse, sockets end first, requests under way finish next, what they use goes last. */
async function compose(options: AppOptions, closing: (() => Promise<unknown>)[]): Promise<Omit<App, 'close'>> {
  const {
    database,
    webKey,
    version,
    portalUrl,
    frameOrigins = [],
    trustProxy = false,
    unitSilence = { minutes: 0, graceMinutes: 10 },
    apiLogDays = 14,
  } = options
  const { db, pool, background } = database
  const pageWith = (communityName: string, imageOrigins: readonly string[]): PageContent => ({
    config: { apiKey: webKey, communityName, version, providerUrl: PROVIDER_URL, frameOrigins: [...frameOrigins] },
    imageOrigins,
  })
  const lines = keepRecentLines()
  const app = createHttp(options, lines)
  const redis =
    options.redisUrl === undefined ? undefined : await connectRedis(options.redisUrl, (error) => app.log.error({ err: error }, 'redis'))
  if (redis) closing.push(() => redis.close())

  await ensureWebKey(db, webKey)
  const users = createUserCache(db)
  const authenticator = createAuthenticator({ pool, users })
  const attempts = createAttemptGuard(redis)
  const auth = createAuthService({ db, attempts, log: app.log })
  closing.push(() => auth.close())
  const callerLimits = createCallerLimits({ authenticator, trustProxy })

  const userRoom = createUserRoom(db, users)
  const lists = createBoardLists(db)
  const realtime = await createRealtime({
    http: app.server,
    authenticator,
    callerLimits,
    sources: {
      user: userRoom,
      servers: serversRoom(db),
      server: serverRoom(db),
      whitelists: whitelistsRoom(db),
      announcements: announcementsRoom(db),
      board: boardRoom(db, lists),
      call: callRoom(db),
      desk: deskRoom(db),
      dispatch: dispatchRoom(db),
      'api-logs': apiLogsRoom(db),
    },
    portalUrl,
    redis,
    log: app.log,
  })
  guardConnections(app.server)
  const apiLogs = recordApiLogs({ db, publish: realtime.publish, log: app.log })
  closing.push(() => apiLogs.close())
  noteCalls(app, apiLogs, webKey)
  const board = createBoard({ db, publish: realtime.publish })
  const units = createUnitService({ db, board, lists })
  const viewers = createViewers(realtime)
  const positions = await createPositions({ viewers, redis, log: app.log })
  closing.push(() => positions.close())
  realtime.extend(followPositions({ positions, viewers, callerLimits, isServer: (serverId) => isServer(db, serverId), log: app.log }))
  const tickets = createTicketService({ db, attempts })
  const bridge = createBridge({
    db,
    realtime,
    authenticator,
    board,
    services: (on) => ({
      units: createUnitService({ db, board: on, lists }),
      calls: createCallService({ db, board: on, lists, findPostal }),
      dispatch: createCallDispatch({ db, board: on }),
      gameCalls: createGameCalls({ board: on, findPostal }),
      desk: createDeskService({ db, board: on, publish: realtime.publish }),
    }),
    positions,
    tickets,
    webKey,
    log: app.log,
    record: noteExchanges(apiLogs),
    recordAdmission: noteAdmissions(apiLogs, 'bridge'),
  })
  const displays = createDisplays({
    db,
    realtime,
    authenticator,
    positions,
    viewers,
    log: app.log,
    recordAdmission: noteAdmissions(apiLogs, 'display'),
  })
  const activity = followActivity({ db, realtime, log: app.log })
  closing.push(() => activity.close())
  const welfare = createWelfare({ db, board, publish: realtime.publish, silence: unitSilence })
  const jobs = await startJobs(
    background.pool,
    [
      ...authJobs(background.db),
      ...whitelistJobs(background.db),
      ...deskJobs(background.db),
      ...welfareJobs(welfare, unitSilence),
      ...bridgeJobs(background.db, (serverId) => bridge.whitelists.push(serverId)),
      ...apiLogJobs(background.db, apiLogDays),
    ],
    app.log,
  )
  closing.push(() => jobs.stop())
  const setup = createSetupService({ db, attempts })
  const maps = createServerMaps({ db })
  const page = keep(
    pageWith('', []),
    async () => pageWith(await setup.communityName(), await maps.tileOrigins()),
    (error) => app.log.error({ err: error }, 'what pages are made of could not be read'),
  )
  closing.push(async () => page.close())
  const report = (error: unknown) => app.log.error({ err: error }, 'access watch')
  const watch = await watchAccess(database.url, {
    onUserChanged: (userId) => {
      // Their pages and the game are told, but what they may no longer do ends in any case.
      runEach([
        () => realtime.recheckUser(userId),
        () => userRoom.announce(userId, realtime),
        () => units.endVoidDuty(userId),
        () => bridge.accountChanged(userId),
      ]).catch(report)
    },
    onSessionEnded: (sessionId) => realtime.endSession(sessionId),
    onKeyRevoked: () => {
      runEach([() => realtime.recheckAll(), () => bridge.keysChanged(), () => displays.recheck()]).catch(report)
    },
    onPageChanged: () => void page.refresh(),
    onMissed: () => {
      void page.refresh()
      runEach([() => realtime.recheckAll(), () => units.endVoidDuty(), () => bridge.missed(), () => displays.recheck()]).catch(report)
    },
    onError: report,
  })
  closing.push(
    () => watch.close(),
    async () => bridge.close(),
    async () => displays.close(),
    () => app.close(),
    () => drain(app, realtime),
  )

  await page.refresh()
  app.decorate('authenticator', authenticator)
  app.decorate('routed', new Set<Endpoint>())
  handleErrors(app)
  const headers = secureHeaders(app, { frameOrigins, isHttps: portalUrl?.startsWith('https:') ?? false })
  limitCallers(app, callerLimits, trustProxy)
  acceptFiles(app, Object.values(ENDPOINTS))
  await app.register(authPlugin, { auth })
  await app.register(ticketsPlugin, { tickets, frameOrigins })
  await app.register(setupPlugin, { setup })
  await app.register(usersPlugin, {
    list: createUserList({ db, pool }),
    users: createUserManagement({ db, accountListeners: [pushChangedAccount] }),
    self: createSelfService({
      db,
      attempts,
      accountListeners: [pushChangedAccount],
      exportParts: { ...exportSessions(db), patrols: ({ userId }) => exportPatrols(db, userId) },
    }),
  })
  await app.register(sessionsPlugin, { sessions: createSessionService({ db }) })
  await app.register(rolesPlugin, { roles: createRoleService({ db }) })
  await app.register(whitelistPlugin, { whitelist: createWhitelistService({ db }) })
  await app.register(auditPlugin, { db })
  await app.register(patrolsPlugin, { db })
  await app.register(departmentsPlugin, {
    db,
    departments: createDepartmentService({ db, publish: realtime.publish, withUnits: followDepartments(board) }),
  })
  await app.register(membersPlugin, { db })
  await app.register(announcementsPlugin, { announcements: createAnnouncementService({ db, publish: realtime.publish }) })
  await app.register(serversPlugin, {
    servers: createServerService({ db, publish: realtime.publish }),
    management: createServerManagement({ db, publish: realtime.publish }),
  })
  await app.register(serverMapPlugin, { maps })
  await app.register(displayPlugin, { maps })
  await app.register(bridgePlugin, { bridge })
  await app.register(apiLogsPlugin, { logs: createApiLogs({ db, days: apiLogDays }), lines })
  await app.register(unitsPlugin, { units })
  await app.register(deskPlugin, { desk: createDeskService({ db, board, publish: realtime.publish }) })
  await app.register(tonesPlugin, { tones: createToneService({ board }) })
  await app.register(notesPlugin, { notes: createNoteService({ db, publish: realtime.publish }) })
  await app.register(callsPlugin, {
    calls: createCallService({ db, board, lists, findPostal }),
    dispatch: createCallDispatch({ db, board }),
  })
  await app.register(healthPlugin, { database, version })
  const document = openApiDocument(ENDPOINTS, version)
  app.get('/api/openapi.json', async () => document)
  await serveWebApp(app, { folder: options.webFolder ?? WEB_FOLDER, content: page.get, headers })
  assertEveryEndpointIsServed(app, Object.values(ENDPOINTS))
  return { http: app, realtime, setup }
}

/** A connection that is kept alive is idle only once its answer has left, and would be waited for until the browser closes it. */
async function drain(app: FastifyInstance, realtime: Realtime): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  try {
    await realtime.close()
  } finally {
    clearInterval(sweep)
  }
}

function createHttp({ logLevel = 'info', logTo, trustProxy = false }: AppOptions, lines: RecentLines): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(logLevel, lines, logTo),
    trustProxy: trustedHops(trustProxy),
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUTS.requestMs,
    keepAliveTimeout: REQUEST_TIMEOUTS.keepAliveMs,
    connectionTimeout: REQUEST_TIMEOUTS.idleMs,
    http: { headersTimeout: REQUEST_TIMEOUTS.headersMs, connectionsCheckingInterval: REQUEST_TIMEOUTS.checkEveryMs },
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
  })
  // With a callback rather than a promise each: these run on every request.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header(HEADERS.requestId, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const level = request.url.startsWith('/api/') && request.url !== getHealth.path ? 'info' : 'debug'
    request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
    done()
  })
  return app
}

/** A number counts the proxies in front of the portal. */
const trustedHops = (trust: boolean | number | string) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust
