import type { DockviewApi } from 'dockview-react'
import type { Desk } from './desk.ts'
import type { PanelId } from './panel-ids.ts'
import type { Panel } from './panels.ts'

type Options = {
  readonly api: DockviewApi
  readonly panels: ReadonlyMap<string, Panel>
  readonly titleOf: (panelId: PanelId) => string
  readonly reset: () => void
}

/** The docked panels, as the rest of the desktop speaks of them. */
export function createDockDesk({ api, panels, titleOf, reset }: Options): Desk {
  const opened = () => api.panels.flatMap(({ id }) => panels.get(id)?.id ?? [])
  let known = opened()
  return {
    openPanels: () => known,
    subscribe: (listener) => {
      const changes = api.onDidLayoutChange(() => {
        const now = opened()
        if (now.length === known.length && now.every((id, index) => id === known[index])) return
        known = now
        listener()
      })
      return () => changes.dispose()
    },
    open: (panelId) => {
      const panel = panels.get(panelId)
      if (!panel) return
      const shown = api.getPanel(panelId)
      if (shown) return shown.api.setActive()
      const neighbour = panel.beside.map((id) => api.getPanel(id)).find((each) => each !== undefined)
      const position = neighbour ? { referencePanel: neighbour } : { direction: 'right' as const }
      api.addPanel({ id: panelId, component: 'panel', title: titleOf(panelId), position })
    },
    close: (panelId) => api.getPanel(panelId)?.api.close(),
    reset,
  }
}
