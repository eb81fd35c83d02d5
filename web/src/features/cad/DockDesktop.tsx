import type { UnitClass } from '@tenfour/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import {
  DockviewReact,
  type DockviewApi,
  type DockviewTheme,
  type IDockviewHeaderActionsProps,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from 'dockview-react'
import 'dockview-react/dist/styles/dockview.css'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { Desk } from './desk.ts'
import './dock.css'
import { createDockDesk } from './dock-desk.ts'
import { fromDock, toDock } from './dock-layout.ts'
import classes from './DockDesktop.module.css'
import { HeaderSlot } from './HeaderSlot.tsx'
import { createHeaderSlots, type HeaderSlots } from './panel-frame.ts'
import { PanelHost } from './PanelHost.tsx'
import { titleFor, type Panel } from './panels.ts'
import { storedLayouts } from './stored-layouts.ts'
import { useRoom } from './use-room.ts'

const THEME: DockviewTheme = {
  name: 'tenfour',
  className: 'dockview-theme-tenfour',
  gap: 6,
  dndTabIndicator: 'line',
  tabGroupIndicator: 'none',
}
const COMPONENTS = { panel: DockPanel }

type Docked = { readonly panels: ReadonlyMap<string, Panel>; readonly slots: HeaderSlots }
const DockedPanels = createContext<Docked | null>(null)
function useDocked(): Docked {
  const docked = use(DockedPanels)
  if (!docked) throw new Error('This is only drawn on the desktop')
  return docked
}

type DockDesktopProps = {
  userId: number
  unitClass: UnitClass
  panels: readonly Panel[]
  onDesk: (desk: Desk | null) => void
}

/** The panels of a class, side by side and on top of each other, as this person left them. */
export function DockDesktop({ userId, unitClass, panels, onDesk }: DockDesktopProps) {
  const room = useRoom()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const [slots] = useState(createHeaderSlots)
  const docked = useMemo(() => ({ panels: new Map<string, Panel>(panels.map((panel) => [panel.id, panel])), slots }), [panels, slots])

  useEffect(() => {
    if (!api) return
    const { panels: known } = docked
    const place = { userId, unitClass, room }
    const has = (id: string) => known.has(id)
    const titleOf = (id: string) => {
      const panel = known.get(id)
      return panel ? titleFor(panel, unitClass) : id
    }
    const show = (layout: Parameters<typeof toDock>[0]) =>
      api.fromJSON(toDock(layout, { width: api.width, height: api.height }, titleOf), { reuseExistingPanels: true })
    show(storedLayouts.load(place, has))
    const changes = api.onDidLayoutChange(() => {
      const layout = fromDock(api.toJSON(), has)
      if (layout) storedLayouts.save(place, layout)
    })
    onDesk(createDockDesk({ api, panels: known, titleOf, reset: () => show(storedLayouts.reset(place, has)) }))
    return () => {
      changes.dispose()
      onDesk(null)
    }
  }, [api, docked, userId, unitClass, room, onDesk])

  return (
    <DockedPanels value={docked}>
      <DockviewReact
        className={classes.dock}
        theme={THEME}
        components={COMPONENTS}
        defaultTabComponent={DockTab}
        leftHeaderActionsComponent={DockClose}
        rightHeaderActionsComponent={DockControls}
        watermarkComponent={NoPanels}
        disableFloatingGroups
        scrollbars="native"
        onReady={(event) => setApi(event.api)}
      />
    </DockedPanels>
  )
}

function DockPanel({ api }: IDockviewPanelProps) {
  const { panels, slots } = useDocked()
  const panel = panels.get(api.id)
  return panel ? <PanelHost panel={panel} slots={slots} /> : null
}

function DockTab({ api }: IDockviewPanelHeaderProps) {
  const { slots } = useDocked()
  return (
    <span className={classes.tab}>
      <span className={classes.name}>{api.title}</span>
      <HeaderSlot slots={slots} panelId={api.id} place="title" className={classes.said} />
    </span>
  )
}

/** Behind the titles rather than in one: what can be clicked must not hold something else that can be. */
function DockClose({ activePanel }: IDockviewHeaderActionsProps) {
  if (!activePanel) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={22}
      className={classes.close}
      aria-label={`Close ${activePanel.title ?? 'the panel'}`}
      onClick={() => activePanel.api.close()}
    >
      <IconX size={14} stroke={2} aria-hidden />
    </ActionIcon>
  )
}

function DockControls({ activePanel }: IDockviewHeaderActionsProps) {
  const { slots } = useDocked()
  if (!activePanel) return null
  return <HeaderSlot key={activePanel.id} slots={slots} panelId={activePanel.id} place="controls" className={classes.controls} />
}

function NoPanels() {
  return <p className={classes.none}>Every panel is closed. Open one from the Panels menu, or reset the layout there.</p>
}
