import { fileURLToPath } from 'node:url'
import { ENDPOINTS, ROOMS } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { announcementsFeature } from './features/people/announcements/announcements.feature.ts'
import { apiLogsFeature } from './features/game/api-logs/api-logs.feature.ts'
import { auditFeature } from './features/people/audit/audit.feature.ts'
import { authFeature } from './features/people/auth/auth.feature.ts'
import { boardFeature } from './features/dispatch/board/board.feature.ts'
import type { Board } from './features/dispatch/board/board.service.ts'
import { fieldsFeature } from './features/records/fields/fields.feature.ts'
import { bolosFeature } from './features/records/bolos/bolos.feature.ts'
import { bridgeFeature } from './features/game/bridge/bridge.feature.ts'
import { calendarFeature } from './features/portal/calendar/calendar.feature.ts'
import { callsFeature } from './features/dispatch/calls/calls.feature.ts'
import { charactersFeature, recordExport } from './features/records/characters/characters.feature.ts'
import { claimsFeature } from './features/records/claims/claims.feature.ts'
import { departmentsFeature } from './features/people/departments/departments.feature.ts'
import { deskFeature } from './features/dispatch/desk/desk.feature.ts'
import { displayFeature } from './features/game/display/display.feature.ts'
import { healthFeature } from './features/portal/health/health.feature.ts'
import { importsFeature } from './features/records/imports/imports.feature.ts'
import { lookupsFeature } from './features/records/lookups/lookups.feature.ts'
import type { LookupLimits } from './features/records/lookups/lookups.limits.ts'
import { noticesFeature } from './features/people/notices/notices.feature.ts'
import { commandsFeature } from './features/community/commands/commands.feature.ts'
import { conductExport, conductFeature } from './features/community/conduct/conduct.feature.ts'
import { grantExport, grantsFeature } from './features/community/grants/grants.feature.ts'
import { botFeature } from './features/community/bot/bot.feature.ts'
import type { BotPart } from './features/community/bot/bot.port.ts'
import type { BotTiming } from './features/community/bot/bot.session.ts'
import { discordFeature } from './features/community/discord/discord.feature.ts'
import { errandsFeature } from './features/community/errands/errands.feature.ts'
import type { ErrandKind } from './features/community/errands/errands.port.ts'
import type { RunnerTiming } from './features/community/errands/errands.runner.ts'
import { entitlementsFeature } from './features/community/entitlements/entitlements.feature.ts'
import { watchGifts } from './features/community/entitlements/entitlements.port.ts'
import { linkExport, linksFeature } from './features/community/links/links.feature.ts'
import { postsFeature, preferenceExport } from './features/community/posts/posts.feature.ts'
import type { DirectTiming } from './features/community/posts/posts.pace.ts'
import type { ChannelTyped } from './features/community/discord/discord.port.ts'
import { syncFeature } from './features/community/sync/sync.feature.ts'
import { supportExport, supportFeature } from './features/community/support/support.feature.ts'
import { ballotExport, votesFeature } from './features/community/votes/votes.feature.ts'
import { leavesFeature } from './features/people/leaves/leaves.feature.ts'
import { licencesFeature } from './features/records/licences/licences.feature.ts'
import { offencesFeature } from './features/records/offences/offences.feature.ts'
import { vehiclesFeature } from './features/records/vehicles/vehicles.feature.ts'
import { membersFeature } from './features/people/members/members.feature.ts'
import { notesFeature } from './features/dispatch/notes/notes.feature.ts'
import { presenceFeature } from './features/patrols/presence/presence.feature.ts'
import type { PresenceTiming } from './features/patrols/presence/presence.port.ts'
import { settlingFeature } from './features/patrols/settling/settling.feature.ts'
import { correctionsFeature } from './features/patrols/corrections/corrections.feature.ts'
import { liveFeature } from './features/patrols/live/live.feature.ts'
import { emitOwnPatrols } from './features/patrols/live/live.port.ts'
import { quotasFeature } from './features/patrols/quotas/quotas.feature.ts'
import { patrolsFeature } from './features/patrols/patrols/patrols.feature.ts'
import { ownFines, penaltiesFeature } from './features/records/penalties/penalties.feature.ts'
import { picturesFeature } from './features/people/pictures/pictures.feature.ts'
import { positionsFeature } from './features/game/positions/positions.feature.ts'
import { replayFeature } from './features/game/replay/replay.feature.ts'
import { reportsFeature } from './features/records/reports/reports.feature.ts'
import { repairsFeature } from './features/records/repairs/repairs.feature.ts'
import { rolesFeature } from './features/people/roles/roles.feature.ts'
import { serverMapFeature } from './features/game/server-map/server-map.feature.ts'
import { serversFeature } from './features/game/servers/servers.feature.ts'
import { sessionsFeature } from './features/people/sessions/sessions.feature.ts'
import { settingsFeature } from './features/portal/settings/settings.feature.ts'
import { setupFeature } from './features/portal/setup/setup.feature.ts'
import type { SetupService } from './features/portal/setup/setup.service.ts'
import { ticketsFeature } from './features/game/tickets/tickets.feature.ts'
import { tonesFeature } from './features/dispatch/tones/tones.feature.ts'
import { tracksFeature } from './features/game/tracks/tracks.feature.ts'
import type { TrackClock } from './features/game/tracks/tracks.recorder.ts'
import { unitsFeature } from './features/dispatch/units/units.feature.ts'
import { createAuthorize } from './features/people/users/users.authority.ts'
import { usersFeature } from './features/people/users/users.feature.ts'
import { weaponsFeature } from './features/records/weapons/weapons.feature.ts'
import { welfareFeature } from './features/dispatch/welfare/welfare.feature.ts'
import { whitelistFeature } from './features/game/whitelist/whitelist.feature.ts'
import { warrantsFeature } from './features/legal/warrants/warrants.feature.ts'
import { alertsFor, hasServed, wantedAmong } from './features/legal/warrants/warrants.port.ts'
import { allReactions, watchAccess } from './platform/auth/access-watch.ts'
import type { Feature } from './platform/feature.ts'
import { limitCallers } from './platform/http/caller-limits.ts'
import { handleErrors } from './platform/http/error-handler.ts'
import { drain, serveApi } from './platform/http/http.ts'
import { keepPageContent } from './platform/http/page-content.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import { createPlatform, type PlatformOptions } from './platform/platform.ts'
import { assertEverySettingHasAFeature } from './platform/settings/settings.ts'
import { assertEverySwitchIsDeclared } from './platform/settings/switches.ts'
import type { Realtime } from './platform/realtime/realtime.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const PROVIDER_URL = 'https://github.com/tenfour-portal/tenfour'

export type AppOptions = PlatformOptions & {
  readonly webFolder?: string
  /** Those of the contract unless given: for measuring and tests. */
  readonly lookupLimits?: LookupLimits
  /** The usual unless given: for tests. */
  readonly presenceTiming?: PresenceTiming
  readonly trackClock?: TrackClock
  readonly botTiming?: BotTiming
  readonly runnerTiming?: RunnerTiming
  readonly directTiming?: DirectTiming
  /** More of the bot than the features have: for tests. */
  readonly botParts?: readonly BotPart[]
  readonly errandKinds?: readonly ErrandKind[]
}
export type App = {
  readonly http: FastifyInstance
  readonly realtime: Realtime
  readonly setup: SetupService
  readonly close: () => Promise<void>
}

/** Composition root: every feature is wired here. */
export async function createApp(options: AppOptions): Promise<App> {
  const closing: (() => unknown)[] = []
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

/** Pushes to `closing` as things open. They close in reverse: sockets first, then in-flight requests, then what those use. */
async function compose(
  {
    webFolder = WEB_FOLDER,
    lookupLimits,
    presenceTiming,
    trackClock,
    botTiming,
    runnerTiming,
    directTiming,
    botParts = [],
    errandKinds = [],
    ...options
  }: AppOptions,
  closing: (() => unknown)[],
): Promise<Omit<App, 'close'>> {
  const platform = await createPlatform(options, closing)
  const { database, http, realtime, switches, log } = platform

  const features: Feature[] = []
  const add = <F extends Feature>(feature: F): F => {
    features.push(feature)
    if (feature.close) closing.push(feature.close)
    return feature
  }
  // A feature comes after the ones it depends on. Access reactions run in this order; closing runs in reverse.
  add(healthFeature(platform))
  add(authFeature(platform))
  const { noteExchange, noteAdmission } = add(apiLogsFeature(platform))
  const { positions, viewers } = add(await positionsFeature(platform))
  add(tracksFeature({ ...platform, positions, trackClock }))
  const { canReplay } = add(replayFeature(platform))
  const { setup } = add(setupFeature(platform))
  add(calendarFeature(platform))
  const { tickets } = add(ticketsFeature(platform))
  const { sessionExport } = add(sessionsFeature(platform))
  const { patrolExport } = add(patrolsFeature({ ...platform, canReplay }))
  const { patrolNews } = add(liveFeature(platform))
  const { presence } = add(await presenceFeature({ ...platform, locate: positions.locate, presenceTiming }))
  presence.onChanged(patrolNews.presenceChanged)
  const { settle, onSettled } = add(settlingFeature(platform))
  onSettled(patrolNews.settled)
  add(quotasFeature(platform))
  add(correctionsFeature({ ...platform, settle }))
  const { pushChangedAccount } = add(whitelistFeature(platform))
  const exportParts = {
    ...sessionExport,
    ...patrolExport,
    ...recordExport({ ...platform, ownFines }),
    ...linkExport(platform.db),
    ...preferenceExport(platform.db),
    ...supportExport(platform.db),
    ...ballotExport(platform.db),
    ...grantExport(platform.db),
    ...conductExport(platform.db),
  }
  const authorize = createAuthorize(watchGifts)
  add(usersFeature({ ...platform, accountListeners: [pushChangedAccount], exportParts, authorize }))
  add(rolesFeature({ ...platform, authorize }))
  const { memberPictures } = add(picturesFeature(platform))
  const leaveChanged = emitOwnPatrols
  const { ranks } = add(membersFeature({ ...platform, leaveChanged, authorize }))
  const { leaves } = add(leavesFeature({ ...platform, leaveChanged }))
  add(auditFeature(platform))
  add(settingsFeature({ ...platform, ownedSwitches: () => features.flatMap((feature) => feature.switches ?? []) }))
  // Set once those are there whom it leads to.
  let rolesChanged = () => {}
  const posts = add(postsFeature({ ...platform, directTiming, rolesChanged: () => rolesChanged() }))
  add(announcementsFeature({ ...platform, announcementChanged: posts.announcementChanged }))
  add(noticesFeature(platform))
  add(offencesFeature(platform))
  const { gameVehicles } = add(vehiclesFeature(platform))
  const { licencePoints } = add(licencesFeature(platform))
  add(weaponsFeature(platform))
  add(claimsFeature(platform))
  const { gameCharacters } = add(charactersFeature({ ...platform, memberPictures, ownFines }))
  add(fieldsFeature(platform))
  add(bolosFeature(platform))
  add(repairsFeature(platform))
  const { maps, findPostal } = add(serverMapFeature(platform))
  const { board, lists } = add(boardFeature(platform))
  const { lookups, runPlate } = add(lookupsFeature({ ...platform, board, lookupLimits, warrants: { alertsFor, wantedAmong } }))
  const { consequences, penalties } = add(penaltiesFeature({ ...platform, licencePoints }))
  add(reportsFeature({ ...platform, memberPictures, consequences, penalties, hasShown: lookups.hasShown, hasServed }))
  add(importsFeature(platform))
  add(warrantsFeature({ ...platform, hasShown: lookups.hasShown, lookups }))
  const { unitsOn, withUnits } = add(unitsFeature({ ...platform, board, lists }))
  const { callsOn } = add(callsFeature({ ...platform, board, lists, findPostal }))
  const { deskOn } = add(deskFeature({ ...platform, board }))
  add(tonesFeature({ board }))
  add(notesFeature(platform))
  add(welfareFeature({ ...platform, board }))
  add(departmentsFeature({ ...platform, withUnits }))
  const services = (on: Board) => ({ units: unitsOn(on), ...callsOn(on), desk: deskOn(on) })
  const records = { lookups, runPlate, characters: gameCharacters, vehicles: gameVehicles }
  const recorders = { record: noteExchange, recordAdmission: noteAdmission('bridge') }
  add(bridgeFeature({ ...platform, board, services, records, positions, presence, tickets, ...recorders }))
  add(displayFeature({ ...platform, positions, viewers, maps, recordAdmission: noteAdmission('display') }))
  add(serversFeature(platform))
  const kinds: ErrandKind[] = [...errandKinds]
  const parts: BotPart[] = [...botParts]
  const { startRunner, jobsChanged } = add(errandsFeature({ ...platform, kinds: () => kinds, runnerTiming }))
  const typed: ChannelTyped[] = [posts.channelTyped]
  const { credentials, hasBot, discordErrandKinds } = add(discordFeature({ ...platform, channelTyped: () => typed }))
  kinds.push(...discordErrandKinds, ...posts.errandKinds)
  parts.push(posts.botPart)
  const { syncErrandKinds, syncBotPart, planSoon } = add(syncFeature(platform))
  kinds.push(...syncErrandKinds)
  parts.push(syncBotPart)
  rolesChanged = planSoon
  const grants = add(grantsFeature({ ...platform, followSoon: planSoon }))
  add(entitlementsFeature({ ...platform, entitlementListeners: [async () => planSoon(), grants.entitlementsChanged] }))
  const support = add(supportFeature(platform))
  const votes = add(votesFeature(platform))
  kinds.push(...support.errandKinds)
  typed.push(support.channelTyped)
  parts.push(support.botPart, votes.botPart)
  const { canSignIn, linkBot } = add(linksFeature({ ...platform, client: credentials.client, linkListeners: [async () => planSoon()] }))
  const conduct = add(conductFeature(platform))
  const commands = add(commandsFeature({ ...platform, units: unitsOn(board), ranks, leaves }))
  typed.push(grants.channelTyped, conduct.channelTyped)
  parts.push(linkBot, grants.botPart, conduct.botPart, commands.botPart)
  const { startBot } = add(botFeature({ ...platform, credentials, startRunner, jobsChanged, parts: () => parts, botTiming }))

  const allJobs = features.flatMap(({ jobs = [] }) => jobs)
  assertEverySettingHasAFeature(features)
  assertEverySwitchIsDeclared({ endpoints: ENDPOINTS, rooms: ROOMS, jobs: allJobs })
  realtime.serve(features)
  if (!platform.isBotAlone) {
    const jobs = await startJobs(database.background.pool, allJobs, {
      log,
      switches,
      timeZone: () => platform.settings.calendar().timeZone,
    })
    closing.push(() => jobs.stop())
  }
  const { webKey, version, frameOrigins } = platform
  const page = keepPageContent(
    { apiKey: webKey, version, providerUrl: PROVIDER_URL, frameOrigins: [...frameOrigins] },
    async () => {
      await platform.settings.refresh()
      return {
        communityName: await setup.communityName(),
        switchedOff: switches.switchedOff(),
        calendar: platform.settings.calendar(),
        imageOrigins: await maps.tileOrigins(),
        hasDiscord: await canSignIn(),
        hasBot: await hasBot(),
      }
    },
    log,
  )
  closing.push(page.close)
  const { recheckUser, recheckAll, endSession } = realtime
  const refreshPage = () => void page.refresh()
  const reactions = [
    { pageChanged: refreshPage, missed: refreshPage },
    { userChanged: recheckUser, sessionEnded: endSession, keyRevoked: recheckAll, missed: recheckAll },
    ...features.flatMap(({ access = [] }) => access),
  ]
  const report = (error: unknown) => log.error({ err: error }, 'access watch')
  const watch = await watchAccess(database.url, allReactions(reactions, report))
  closing.push(watch.close, ...features.flatMap(({ stop = [] }) => stop))
  closing.push(
    () => http.close(),
    () => drain(http, realtime.close),
  )

  await page.refresh()
  for (const { hooks } of features) hooks?.(http)
  handleErrors(http)
  const headers = secureHeaders(http, { frameOrigins, isHttps: platform.portalUrl?.startsWith('https:') ?? false })
  limitCallers(http, platform.callerLimits, platform.trustProxy)
  await serveApi(http, { authenticator: platform.authenticator, switches, endpoints: ENDPOINTS, version, parts: features })
  await serveWebApp(http, { folder: webFolder, content: page.get, headers })
  startBot()
  return { http, realtime, setup }
}
