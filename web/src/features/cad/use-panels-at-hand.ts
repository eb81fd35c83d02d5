import { useEffect } from 'react'
import { log } from '../../platform/log/log.ts'
import type { PanelId } from './panel-ids.ts'
import type { Panel } from './panels.ts'

/** Wanted in a hurry, and without a connection too: what is typed there is kept until it can be sent. */
const AT_HAND: readonly PanelId[] = ['call', 'new-call']

/** Fetches these panels with the first thing someone does on the desktop, so that they open at once whenever they are wanted. */
export function usePanelsAtHand(panels: readonly Panel[]): void {
  useEffect(() => {
    const until = new AbortController()
    const fetchAhead = () => {
      until.abort()
      for (const { id, load } of panels.filter((panel) => AT_HAND.includes(panel.id))) {
        load().catch((error: unknown) => log.warning(`The panel ${id} could not be fetched ahead`, error))
      }
    }
    for (const input of ['pointerdown', 'keydown'] as const) window.addEventListener(input, fetchAhead, { signal: until.signal })
    return () => until.abort()
  }, [panels])
}
