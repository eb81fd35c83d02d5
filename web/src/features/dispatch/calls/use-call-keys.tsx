import { useState, type ReactNode } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import type { MenuPoint } from '../../../ui/menu-point.ts'
import { isPlaced } from '../../../map/distance.ts'
import { askWarrant, focusPanel, openNewReport, showOnMap } from '../../../panels/selection.ts'
import { boardStore, isCreatingCall, unitsOnCall, useMayDispatch, useOwnUnit } from '../board/board.port.ts'
import type { StatusMenuAt } from '../units/menu/StatusMenu.port.tsx'
import { writesReports } from '../../../panels/panel.ts'
import { draftsWarrants } from './call.labels.ts'
import type { CallDialog } from './dialogs/CallDialogs.tsx'

const StatusMenu = lazyComponent(async () => (await import('../units/menu/StatusMenu.port.tsx')).StatusMenu, {
  what: 'The menu',
  shape: DIALOG,
})

type Options = {
  readonly onAsk: (dialog: CallDialog) => void
  /** Where the status menu opens. */
  readonly menuPoint: () => MenuPoint
  /** Focus goes here when the status menu closes. */
  readonly onMenuClosed: () => void
}

/** The keys of a call. `press` tells whether the key was one of them; `menu` has to be rendered. */
export function useCallKeys({ onAsk, menuPoint, onMenuClosed }: Options): {
  readonly press: (key: string, callId: number) => boolean
  readonly menu: ReactNode
} {
  const own = useOwnUnit()
  const mayDispatch = useMayDispatch()
  const [menu, setMenu] = useState<StatusMenuAt | null>(null)

  const askStatus = (callId: number) => {
    const units = unitsOnCall(boardStore().get(), callId).filter(({ userId }) => mayDispatch || userId === own?.userId)
    if (units.length === 0) notify.info(mayDispatch ? `No unit is on call ${callId}` : `You are not on call ${callId}`)
    else setMenu({ ...menuPoint(), userIds: units.map(({ userId }) => userId) })
  }
  const press = (pressed: string, callId: number): boolean => {
    const key = callKeyOf(pressed)
    if (!key) return false
    if (isCreatingCall()) return true
    // A unit that writes no reports does not have the key.
    if (key === 'report' && !writesReports(own)) return false
    if (key === 'warrant' && !draftsWarrants(own)) return false
    if (key === 'log') focusPanel('call')
    else if (key === 'status') askStatus(callId)
    else if (key === 'map') goToMap(callId)
    else if (key === 'report') openNewReport(callId)
    else if (key === 'warrant') askWarrant({ kind: 'draft', about: { label: `Call ${callId}`, callId } })
    else onAsk({ kind: key, callId })
    return true
  }
  return {
    press,
    menu: menu && (
      <StatusMenu
        at={menu}
        onClose={() => {
          setMenu(null)
          onMenuClosed()
        }}
      />
    ),
  }
}

/** A call without coordinates shows a message instead. */
function goToMap(callId: number): void {
  const call = boardStore().get().calls.get(callId)
  if (call && isPlaced(call)) showOnMap(call)
  else notify.info(`Call ${callId} has no map position. Give it a postal, a crossing, a road or a place.`)
}

/** The actions of a call's keys, on its row and on its sheet. */
type CallKey = 'assign' | 'log' | 'status' | 'map' | 'clear' | 'report' | 'warrant'

const KEYS: Readonly<Record<string, CallKey>> = { a: 'assign', l: 'log', s: 'status', m: 'map', c: 'clear', w: 'report', r: 'warrant' }

const callKeyOf = (key: string): CallKey | undefined => KEYS[key.toLowerCase()]
