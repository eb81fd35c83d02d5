import { registrationOpen } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { composeCommunity, type CommunityOptions } from './features/community/community.area.ts'
import { newcomersConduct } from './features/community/conduct/conduct.port.ts'
import { watchGifts } from './features/community/entitlements/entitlements.port.ts'
import { composeDispatch, type DispatchOptions } from './features/dispatch/dispatch.area.ts'
import { composeBridge, composeGame, type GameOptions } from './features/game/game.area.ts'
import { requestWhitelistPush } from './features/game/whitelist/whitelist.port.ts'
import { composeLegal } from './features/legal/legal.area.ts'
import { alertsWhileOn, hasServed } from './features/legal/warrants/warrants.port.ts'
import { composePatrols, type PatrolOptions } from './features/patrols/patrols.area.ts'
import { composePeople, type PeopleOptions } from './features/people/people.area.ts'
import { composePortal, composeWaiting, type PortalOptions } from './features/portal/portal.area.ts'
import type { SetupService } from './features/portal/setup/setup.service.ts'
import { composeRecords, type RecordOptions } from './features/records/records.area.ts'
import { collectFeatures } from './platform/feature.ts'
import { createPlatform, type PlatformOptions } from './platform/platform.ts'
import type { Realtime } from './platform/realtime/realtime.ts'
import { servePortal } from './serve.ts'

export type AppOptions = PlatformOptions &
  GameOptions &
  DispatchOptions &
  PatrolOptions &
  RecordOptions &
  PeopleOptions &
  PortalOptions &
  CommunityOptions & { readonly webFolder?: string }
export type App = {
  readonly http: FastifyInstance
  readonly realtime: Realtime
  readonly setup: SetupService
  readonly close: () => Promise<void>
}

/** Composition root: the platform, the areas on it, and what serves them. */
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

/**
 * Everything that is opened is added to `closing`, which is run in reverse: sockets close first, then in-flight requests, then the services
 * they use.
 */
async function compose(options: AppOptions, closing: (() => unknown)[]): Promise<Omit<App, 'close'>> {
  const platform = await createPlatform(options, closing)
  const features = collectFeatures(closing)

  // An area comes after the ones whose services it is given. Reactions run in this order; closing runs in reverse.
  const { setup } = composePortal(platform, features, options)
  const game = await composeGame(platform, features, options)
  const { presence } = await composePatrols(platform, features, { ...options, ...game, locate: game.positions.locate })
  const { board, services, units, withUnits, withDutyEnded } = composeDispatch(platform, features, { ...options, ...game })
  const { memberPictures, ranks, leaves, mails, authorize, players } = composePeople(platform, features, {
    withUnits,
    withDutyEnded,
    watchGifts,
    pushWhitelists: requestWhitelistPush,
    conduct: newcomersConduct,
    steam: options.steam,
  })
  const warrants = { ...alertsWhileOn(platform.switches), hasServed }
  const records = composeRecords(platform, features, { ...options, board, memberPictures, warrants })
  composeLegal(platform, features, records)
  composeBridge(platform, features, game, { board, services, records, presence, players })
  const { canSignIn, canJoin, hasBot, startBot } = composeCommunity(platform, features, {
    ...options,
    units,
    ranks,
    leaves,
    mails,
    authorize,
  })
  composeWaiting(platform, features, mails)

  await servePortal(platform, features.all, closing, {
    webFolder: options.webFolder,
    page: async () => ({
      imageOrigins: await game.maps.tileOrigins(),
      hasDiscord: await canSignIn(),
      joinsByDiscord: await canJoin(),
      hasMail: mails.isOn,
      takesApplications: platform.settings.get(registrationOpen),
      hasBot: await hasBot(),
    }),
  })
  startBot()
  return { http: platform.http, realtime: platform.realtime, setup }
}
