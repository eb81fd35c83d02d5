import { useEffect, useState, useSyncExternalStore, type ComponentProps } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { lazyModule } from '../../../platform/load/lazy-module.ts'
import { ErrorBoundary } from '../../../ui/ErrorBoundary.tsx'
import { FooterLine } from '../../../ui/FooterLine.tsx'
import { BoardScreen } from './BoardScreen.tsx'
import { readDisplayAddress, type DisplayAddress } from './display-address.ts'
import type { DisplayView } from './display-store.ts'
import { unitBySign } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import { IdleScreen } from './IdleScreen.tsx'
import type { MapScreen } from './MapScreen.tsx'
import { renew } from './renew.ts'
import { UnitScreen } from './UnitScreen.tsx'
import { useDisplay } from './use-display.ts'

const mapScreen = lazyModule(async () => (await import('./MapScreen.tsx')).MapScreen, { onFailure: renew })

/**
 * An in-game screen. Without a valid display key it shows only the community's name and the time, and it never shows an error.
 * The key stays in the address: the game reloads the screen from the same address and cannot keep it anywhere else.
 */
export function DisplayPage() {
  const { communityName, providerUrl } = portalConfig()
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
        <FooterLine communityName={communityName} providerUrl={providerUrl} />
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

/** Its failure is never shown: the page reloads itself. */
function LazyMapScreen(props: ComponentProps<typeof MapScreen>) {
  const state = useSyncExternalStore(mapScreen.subscribe, mapScreen.get)
  useEffect(() => void mapScreen.load().catch(Boolean), [])
  return state.phase === 'ready' ? <state.value {...props} /> : <IdleScreen />
}
