import { PortalConfig } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import { portalConfig } from '../config/config.ts'
import { log } from '../log/log.ts'
import { connection, type ConnectionState } from '../realtime/connection.ts'

/** Several files of one page may be missing at once; one question answers for all of them. */
const ASKED_AGAIN_AFTER_MS = 5000

type Options = {
  /** The build that this page is made of. */
  readonly own: () => string
  /** The build that the portal serves now. */
  readonly served: () => Promise<string>
  readonly now?: () => number
}

/** Whether the portal was upgraded while this page was open. Asked when there is a reason to, never by the clock. */
export function createBuildCheck({ own, served, now = () => performance.now() }: Options) {
  const listeners = new Set<() => void>()
  let isOutdated = false
  let askedAt = -Infinity

  const ask = async (): Promise<void> => {
    if ((await served()) === own()) return
    isOutdated = true
    for (const listener of listeners) listener()
  }

  const check = (): void => {
    if (isOutdated || now() - askedAt < ASKED_AGAIN_AFTER_MS) return
    askedAt = now()
    // A portal that does not answer is asked again when the connection is back.
    ask().catch((error: unknown) => log.debug('Which version the portal has is unknown', error))
  }

  return {
    check,
    isOutdated: () => isOutdated,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** An upgrade restarts the portal, so every upgrade is followed by a reconnect. Returns how to stop. */
    followReconnects: (link: { get: () => ConnectionState; subscribe: (listener: () => void) => () => void }) => {
      let wasLost = false
      return link.subscribe(() => {
        if (link.get() === 'lost') wasLost = true
        if (link.get() !== 'live' || !wasLost) return
        wasLost = false
        check()
      })
    },
  }
}

async function servedBuild(): Promise<string> {
  const answer = await fetch('/portal-config.json', { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) throw new Error(`The portal answered ${answer.status}`)
  return PortalConfig.shape.build.parse(Reflect.get(Object(await answer.json()), 'build'))
}

const build = createBuildCheck({ own: () => portalConfig().build, served: servedBuild })

export const checkBuild = build.check
export const useIsOutdated = (): boolean => useSyncExternalStore(build.subscribe, build.isOutdated)
export const watchBuild = (): (() => void) => build.followReconnects(connection)
