import { ActionIcon, Menu, Modal, Tooltip, UnstyledButton } from '@mantine/core'
import type { Server } from '@tenfour/contract'
import { IconAdjustments, IconChevronDown, IconExternalLink, IconMaximize, IconMinimize, IconPhonePlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, useEffectEvent, useSyncExternalStore } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { PANEL } from '../../../platform/load/shapes.tsx'
import { LatencyBadge } from '../../../platform/realtime/LiveIndicator.tsx'
import { useWholePage } from '../../../platform/view/use-whole-page.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { NAMES } from '@tenfour/contract/island'
import { attachDesktop, clearSelection, selectCall } from '../../../panels/selection.ts'
import { useBoard } from '../../dispatch/board/board.port.ts'
import { useServerMap } from '../server-map/server-map.port.ts'
import { serverPositions } from '../positions/positions.port.ts'
import { CallsOnMap } from './CallsOnMap.tsx'
import { LiveMap } from './LiveMap.tsx'
import own from './MapBar.module.css'
import classes from './LivemapView.module.css'
import { MapFilters } from './MapFilters.tsx'
import { MapFind } from './MapFind.tsx'
import { MapLayers } from './MapLayers.tsx'
import type { MapLink } from './map-link.ts'
import { useLiveMap, type LiveMapState } from './use-live-map.ts'
import { openMapWindow, useMapLink } from './use-map-link.ts'

const NewCallPanel = lazyComponent(async () => (await import('../../dispatch/calls/new/NewCallPanel.port.tsx')).NewCallPanel, {
  what: 'The form for a call',
  shape: PANEL,
})
const MapSettings = lazyComponent(async () => (await import('../server-map/MapSettings.port.tsx')).MapSettings, {
  what: "The map's settings",
  shape: PANEL,
})

const FORM_AFTER_MS = 2000

type LivemapViewProps = {
  server: Server
  servers: readonly Server[]
  link: MapLink
  mayCall: boolean
  mayManage: boolean
  onServer: (server: Server) => void
  /** Updates the address; `isStep` adds a history entry. */
  onLink: (link: MapLink, isStep: boolean) => void
}

/** The map as a page of its own: bar above, map below, and the new-call form over it. */
export function LivemapView({ server, servers, link, mayCall, mayManage, onServer, onLink }: LivemapViewProps) {
  const source = serverPositions(server.serverId)
  const { backdrop, postals } = useServerMap(server.serverId)
  const map = useLiveMap({ source, link, backdrop, postals })
  const find = useRef<HTMLInputElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [isCalling, setIsCalling] = useState(false)
  const [isSetting, setIsSetting] = useState(false)
  const [isFull, toggleFull] = useFullScreen()
  useWholePage(isFull || link.alone !== undefined)
  useMapLink(map, link, onLink)
  useEffect(
    () =>
      attachDesktop({
        open: (panelId) => void (panelId === 'call' && setIsCalling(false)),
        focus: (panelId) => setIsCalling(panelId === 'new-call'),
      }),
    [],
  )
  useEffect(() => clearSelection, [])
  useFindKey(() => find.current?.focus())
  useEffect(() => {
    if (!mayCall) return
    // Loaded after the map itself.
    const timer = setTimeout(() => void NewCallPanel.preload(), FORM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [mayCall])
  // Selected once the desktop is mounted, because leaving this page clears the selection.
  const openCall = (callId: number) =>
    void navigate({ to: '/cad/desktop', search: { serverId: server.serverId } })
      .then(() => selectCall(callId))
      .catch(reportError)
  const findable = () => ({ looks: map.engine?.looks() ?? [], calls: map.calls, postals, places: NAMES })
  const backToMap = () => view.current?.querySelector<HTMLElement>('[role="application"]')?.focus()
  return (
    <div ref={view} className={classes.view}>
      <header className={own.bar}>
        <h1 className={own.title}>
          Livemap
          <ServerName server={server} servers={servers} onServer={onServer} />
        </h1>
        <MapFind
          serverId={server.serverId}
          field={find}
          findable={findable}
          onFound={(found) => {
            map.open(found)
            backToMap()
          }}
          onLeave={backToMap}
        />
        <div className={own.chips}>
          {map.everyone.phase !== 'closed' && <MapFilters choices={map.choices} onChange={map.setChoices} group={map.everyone.group} />}
        </div>
        <div className={own.end}>
          {map.everyone.phase === 'live' && <Counts map={map} />}
          <Link />
          {mayCall && (
            <IconButton label="New call by a click" isOn={map.isPlacing} onClick={() => map.setIsPlacing(!map.isPlacing)}>
              <IconPhonePlus size={18} stroke={1.7} aria-hidden />
            </IconButton>
          )}
          <MapLayers choices={map.choices} onChange={map.setChoices} />
          {mayManage && (
            <IconButton label="Settings of this map" onClick={() => setIsSetting(true)}>
              <IconAdjustments size={18} stroke={1.7} aria-hidden />
            </IconButton>
          )}
          <IconButton label="Open in a window of its own" onClick={() => openMapWindow(server.serverId, map)}>
            <IconExternalLink size={18} stroke={1.7} aria-hidden />
          </IconButton>
          <IconButton label={isFull ? 'Leave full screen' : 'Full screen'} onClick={toggleFull}>
            {isFull ? <IconMinimize size={18} stroke={1.7} aria-hidden /> : <IconMaximize size={18} stroke={1.7} aria-hidden />}
          </IconButton>
        </div>
      </header>
      <LiveMap map={map} onFind={() => find.current?.focus()} isSmall={false} mayCall={mayCall} onOpenCall={openCall} />
      <Modal opened={isCalling} onClose={() => setIsCalling(false)} title="New call" size={560}>
        <NewCall />
      </Modal>
      <Modal opened={isSetting} onClose={() => setIsSetting(false)} title={`The map of ${server.name}`} size={980}>
        <MapSettings serverId={server.serverId} />
      </Modal>
    </div>
  )
}

/** Focuses the form once it is mounted, which may be after the dialog. */
function NewCall() {
  const form = useRef<HTMLDivElement>(null)
  const isReady = NewCallPanel.useIsReady()
  useEffect(() => {
    if (isReady) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isReady])
  return (
    <div ref={form}>
      <NewCallPanel />
    </div>
  )
}

type IconButtonProps = { label: string; isOn?: boolean; onClick: () => void; children: React.ReactNode }

const IconButton = ({ label, isOn, onClick, children }: IconButtonProps) => (
  <Tooltip label={label} withinPortal={false}>
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? 'accent' : 'gray'}
      size={32}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
)

function ServerName({ server, servers, onServer }: Pick<LivemapViewProps, 'server' | 'servers' | 'onServer'>) {
  if (servers.length < 2) return <span className={own.server}>{server.name}</span>
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={own.server} aria-label={`Server: ${server.name}`}>
          {server.name} <IconChevronDown size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {servers.map((each) => (
          <Menu.Item key={each.serverId} onClick={() => onServer(each)}>
            {each.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Counts({ map: { everyone, calls, unplacedCalls, chooseCall } }: { map: LiveMapState }) {
  const units = [...everyone.roster.values()].filter(({ identifier }) => identifier !== null).length
  const others = everyone.roster.size - units
  return (
    <span className={own.counts}>
      <span>{units === 1 ? '1 unit' : `${units} units`}</span>
      {everyone.group === 'all' && <span>{others === 1 ? '1 other player' : `${others} other players`}</span>}
      <CallsOnMap placed={calls.length} unplaced={unplacedCalls} onOpen={chooseCall} />
    </span>
  )
}

/** The connection state and latency. */
function Link() {
  const phase = useBoard((state) => state.phase)
  if (phase === 'closed') return null
  if (phase !== 'live')
    return <StatusBadge tone={phase === 'lost' ? 'warning' : 'neutral'}>{phase === 'lost' ? 'Reconnecting…' : 'Connecting…'}</StatusBadge>
  return <LatencyBadge />
}

const FIELD = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]'

/** The slash finds, wherever on the page the focus is, except in a field, a menu or a dialog. */
function useFindKey(onFind: () => void): void {
  const find = useEffectEvent(onFind)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(FIELD)) return
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return
      event.preventDefault()
      find()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The whole document, because menus and dialogs are rendered outside the element that opens them. */
const toggle = () => {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  change.catch(reportError)
}

function useFullScreen(): readonly [isFull: boolean, toggle: () => void] {
  return [useSyncExternalStore(subscribe, () => document.fullscreenElement !== null), toggle]
}
