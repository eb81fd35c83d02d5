import { PortalConfig } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import { portalConfig } from '../config/config.ts'
import { log } from '../log/log.ts'
import { connection, type ConnectionState } from '../realtime/connection.ts'

type Options = {
  /** The build this page was loaded from. */
  readonly own: () => string
  /** The build the portal serves now. */
  readonly served: () => Promise<string>
}

/** Whether the portal was upgraded while this page was open. Checked when there is a reason to, never on a timer. */
export function createBuildCheck({ own, served }: Options) {
  const listeners = new Set<() => void>()
  let isOutdated = false
  let isAsking = false

  const ask = async (): Promise<void> => {
    if ((await served()) === own()) return
    isOutdated = true
    for (const listener of listeners) listener()
  }

  const check = (): void => {
    // Several files of a page may be missing at once; one request answers for all of them.
    if (isOutdated || isAsking) return
    isAsking = true
    ask()
      // If the portal does not answer, the check runs again after the reconnect.
      .catch((error: unknown) => log.debug('Which version the portal has is unknown', error))
      .finally(() => (isAsking = false))
  }

  return {
    check,
    isOutdated: () => isOutdated,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** An upgrade restarts the portal, so every upgrade is followed by a reconnect. Returns the unsubscribe function. */
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
