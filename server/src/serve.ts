import { fileURLToPath } from 'node:url'
import { communityNameSetting, ENDPOINTS, ROOMS } from '@tenfour/contract'
import { allReactions, watchAccess } from './platform/auth/access-watch.ts'
import type { Feature } from './platform/feature.ts'
import { limitCallers } from './platform/http/caller-limits.ts'
import { serveApiDocs } from './platform/http/api-docs.ts'
import { handleErrors } from './platform/http/error-handler.ts'
import { drain, serveApi } from './platform/http/http.ts'
import { readLook, readMeasures, readSounds } from './platform/settings/look.ts'
import { keepPageContent, type DynamicContent } from './platform/http/page-content.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveWebApp } from './platform/http/web-app.ts'
import { startJobs } from './platform/jobs/jobs.ts'
import type { Platform } from './platform/platform.ts'
import { assertEverySettingHasAFeature } from './platform/settings/settings.ts'
import { assertEverySwitchIsDeclared } from './platform/settings/switches.ts'

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url))
const PROVIDER_URL = 'https://github.com/tenfour-portal/tenfour'

type Options = {
  readonly webFolder: string | undefined
  /** The community's data that is sent with each page. */
  readonly page: () => Promise<Omit<DynamicContent, 'communityName' | 'look' | 'measures' | 'sounds' | 'switchedOff' | 'calendar'>>
}

/** Runs the features: their rooms, jobs, reactions and routes, and the web app. */
export async function servePortal(
  platform: Platform,
  features: readonly Feature[],
  closing: (() => unknown)[],
  { webFolder = WEB_FOLDER, page: readPage }: Options,
): Promise<void> {
  const { database, http, realtime, settings, switches, log, webKey, version, frameOrigins } = platform
  const allJobs = features.flatMap(({ jobs = [] }) => jobs)
  assertEverySettingHasAFeature(features)
  assertEverySwitchIsDeclared({ endpoints: ENDPOINTS, rooms: ROOMS, jobs: allJobs })
  realtime.serve(features)
  if (!platform.isBotAlone) {
    const jobs = await startJobs(database.background.pool, allJobs, { log, switches, timeZone: () => settings.calendar().timeZone })
    closing.push(() => jobs.stop())
  }
  const page = keepPageContent(
    { apiKey: webKey, version, providerUrl: PROVIDER_URL, frameOrigins: [...frameOrigins] },
    async () => {
      await settings.refresh()
      const communityName = settings.get(communityNameSetting)
      return {
        ...(await readPage()),
        communityName,
        look: readLook(settings),
        sounds: readSounds(settings),
        measures: readMeasures(settings),
        switchedOff: switches.switchedOff(),
        calendar: settings.calendar(),
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
  await serveApi(http, { authenticator: platform.authenticator, switches, endpoints: ENDPOINTS, parts: features })
  serveApiDocs(http, { version, headers })
  await serveWebApp(http, { folder: webFolder, content: page.get, headers })
}
