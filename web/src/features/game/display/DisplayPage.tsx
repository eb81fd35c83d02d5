import { useEffect, useState, useSyncExternalStore, type ComponentProps } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { lazyModule } from '../../../platform/load/lazy-module.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { FooterLine } from '../../../ui/FooterLine.tsx'
import { BoardScreen } from './BoardScreen.tsx'
import { createDisplayStore, type DisplayView } from './display-store.ts'
import { unitBySign, clockText } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import type { MapScreen } from './MapScreen.tsx'
import { renew, isOutdated } from './renew.ts'
import { UnitScreen } from './UnitScreen.tsx'
import { useClock } from '../../../platform/format/clock.ts'
import { Mark } from '../../../platform/config/Mark.tsx'
import { DISPLAY_NAMESPACE, REALTIME_PATH, DisplayScreen, type DisplayToPortal, type PortalToDisplay } from '@tenfour/contract'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'

const mapScreen = lazyModule(async () => (await import('./MapScreen.tsx')).MapScreen, { onFailure: renew })

/**
 * An in-game screen. Without a valid display key it shows only the community's name and the time, and it never shows an error.
 * The key stays in the address: the game reloads the screen from the same address and cannot keep it anywhere else.
 */
export function DisplayPage() {
  const { communityName, providerUrl, look } = portalConfig()
  const [address] = useState(() => readDisplayAddress(window.location.search))
  const view = useDisplay(address)
  return (
    <>
      <main id="main" className={classes.page}>
        <ErrorBoundary onError={renew} renderError={() => <IdleScreen />}>
          <Screen address={address} view={view} />
        </ErrorBoundary>
      </main>
      <footer className={classes.footer}>
        <FooterLine communityName={communityName} providerUrl={providerUrl} footerLine={look?.footerLine ?? ''} />
      </footer>
    </>
  )
}

function Screen({ address, view }: { address: DisplayAddress | undefined; view: DisplayView }) {
  const { state, places, map, lostAt, ahead } = view
  if (!address || !state) return <IdleScreen />
  const shown = { state, lostAt, ahead }
  switch (address.screen) {
    case 'board':
      return <BoardScreen {...shown} />
    case 'unit':
      return <UnitScreen {...shown} sign={address.unit} unit={unitBySign(state.units, address.unit)} />
    case 'map':
      return <LazyMapScreen {...shown} places={places} map={map} displayKey={address.key} serverId={address.serverId} />
  }
}

/** A failure to load the map is never shown: the page reloads itself. */
function LazyMapScreen(props: ComponentProps<typeof MapScreen>) {
  const state = useSyncExternalStore(mapScreen.subscribe, mapScreen.get)
  useEffect(() => void mapScreen.load().catch(Boolean), [])
  return state.phase === 'ready' ? <state.value {...props} /> : <IdleScreen />
}

/** The community's name and the time: shown whenever nothing else may be. */
function IdleScreen() {
  const time = useClock(clockText)
  return (
    <div className={classes.idle}>
      <Mark size={56} />
      <h1 className={classes.idleName}>{portalConfig().communityName}</h1>
      <p className={classes.idleTime}>{time}</p>
    </div>
  )
}

const SLOWEST_RETRY_MS = 15_000

/** Failures are ignored: the check runs again after the next reconnect. */
const renewIfOutdated = (): void => void isOutdated().then((outdated) => outdated && renew(), Boolean)

/** Connects with the display key alone: no session is read, and the key is sent only to the portal. */
function useDisplay(address: DisplayAddress | undefined): DisplayView {
  const [store] = useState(() => createDisplayStore({ onStrange: renew, onReconnect: renewIfOutdated }))
  useEffect(() => {
    if (!address) return
    const { key, serverId, screen } = address
    const socket: Socket<PortalToDisplay, DisplayToPortal> = io(DISPLAY_NAMESPACE, {
      path: REALTIME_PATH,
      auth: { apiKey: key, serverId, screen },
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelayMax: SLOWEST_RETRY_MS,
    })
    store.follow(socket)
    return () => void socket.disconnect()
  }, [address, store])
  return useSyncExternalStore(store.subscribe, store.get)
}

const Address = z.object({
  screen: DisplayScreen.catch('board'),
  serverId: z.coerce.number().pipe(z.int().positive()),
  key: z.string().min(1).max(200),
  unit: z.string().trim().max(16).catch(''),
})
type DisplayAddress = z.infer<typeof Address>

/** Parses the address; undefined if required parameters are missing. */
export function readDisplayAddress(search: string): DisplayAddress | undefined {
  const address = Address.safeParse(Object.fromEntries(new URLSearchParams(search)))
  if (!address.success) return undefined
  return address.data.screen === 'unit' && address.data.unit === '' ? undefined : address.data
}
