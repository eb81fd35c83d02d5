import type { Server } from '@tenfour/contract'
import { accessSubject, isAllowed, staff, UNIT_CLASS } from '@tenfour/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useSwitchedOff } from '../../../platform/features/features.ts'
import { settle } from '../../../platform/load/settled.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { focusPanelNow, type Desktop } from '../../../panels/desktop.ts'
import { DockDesktop } from '../../../panels/docking/DockDesktop.tsx'
import { panelsOf } from '../../../panels/docking/layout.ts'
import { createStoredLayouts } from '../../../panels/docking/stored-layouts.ts'
import { useFocusKeeper } from '../../../panels/focus-keeper.ts'
import { createInViewStore } from '../../../panels/in-view.ts'
import { attachDesktop, clearSelection, selectCall } from '../../../panels/selection.ts'
import { useDesktopShortcuts } from '../../../panels/shortcuts.ts'
import { TabletDesktop } from '../../../panels/TabletDesktop.tsx'
import { usePhone } from '../../../panels/docking/use-room.ts'
import { useBoard, useOwnUnit } from '../../dispatch/board/board.port.ts'
import { Shortcuts } from '../../dispatch/commands/Shortcuts.port.tsx'
import classes from './CadDesktop.module.css'
import { createDefaultLayouts } from './default-layouts.ts'
import type { DesktopPlace } from './desktop-place.ts'
import { DesktopBar } from './DesktopBar.tsx'
import { panelsFor, shortcutsOf } from './contributions.ts'
import { NoPanels } from './NoPanels.tsx'
import { useBoardSounds } from './use-board-sounds.ts'
import { useCommands } from './use-commands.ts'
import { usePanelsAtHand } from './use-panels-at-hand.ts'

type CadDesktopProps = { features: readonly DesktopFeature[]; place: DesktopPlace; servers: readonly Server[] }

/** The desktop: the bar with the user's own unit, and the panels of their class below. */
export function CadDesktop({ features, place, servers }: CadDesktopProps) {
  const { unitClass } = place
  const user = useSignedInUser()
  const { userId } = user
  const isStaff = isAllowed(staff, accessSubject(user))
  const [desktop, setDesktop] = useState<Desktop | null>(null)
  const switchedOff = useSwitchedOff()
  const panels = useMemo(() => panelsFor(features, unitClass, isStaff, switchedOff), [features, unitClass, isStaff, switchedOff])
  const defaultLayout = useMemo(() => createDefaultLayouts(features), [features])
  const layouts = useMemo(() => createStoredLayouts(localStore, defaultLayout), [defaultLayout])
  const commands = useCommands(features)
  const shortcuts = useMemo(() => shortcutsOf(features, unitClass), [features, unitClass])
  const panelIds = useMemo(() => panels.map(({ id }) => id), [panels])
  const isOneAtATime = usePhone() || isTablet()
  const [inView] = useState(createInViewStore)
  const hasData = useBoard(({ phase }) => phase !== 'loading')
  useDesktopShortcuts(panelIds)
  useFocusKeeper()
  useFollowOwnCall(place)
  useBoardSounds()
  usePanelsAtHand(panels)
  useEffect(() => clearSelection, [])
  useEffect(() => {
    // With panels side by side, these say when they are drawn.
    if (isOneAtATime && hasData) settle()
  }, [isOneAtATime, hasData])
  useDeskMark(isOneAtATime ? 'single' : 'docked')
  useEffect(() => {
    if (!desktop) return
    return attachDesktop({
      open: desktop.open,
      focus: (panelId) => {
        desktop.open(panelId)
        focusPanelNow(panelId)
      },
    })
  }, [desktop])
  return (
    <div className={classes.desktop}>
      <h1 className="visually-hidden">CAD desktop</h1>
      <DesktopBar place={place} servers={servers} panels={panels} commands={commands} desktop={desktop} />
      <ConnectionLost />
      <Shortcuts commands={commands} shortcuts={shortcuts} />
      <div className={classes.panels} onFocusCapture={({ target }) => inView.focusIn(target)}>
        {panels.length === 0 ? (
          <NoPanels reasons={panelsFor(features, unitClass, isStaff, []).flatMap(({ featureSwitch }) => featureSwitch?.offMessage ?? [])} />
        ) : isOneAtATime ? (
          <TabletDesktop
            unitClass={unitClass}
            panels={panels}
            first={panelsOf(defaultLayout(unitClass, 'narrow'))[0] ?? 'calls'}
            inView={inView}
            onDesktop={setDesktop}
          />
        ) : (
          <DockDesktop
            userId={userId}
            unitClass={unitClass}
            panels={panels}
            layouts={layouts}
            inView={inView}
            hasData={hasData}
            onDesktop={setDesktop}
          />
        )}
      </div>
    </div>
  )
}

/** Tells what lies over the page, such as toasts, how the panels below are laid out. */
function useDeskMark(kind: 'single' | 'docked'): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-desk', kind)
    return () => document.documentElement.removeAttribute('data-desk')
  }, [kind])
}

function ConnectionLost() {
  const isLost = useBoard(({ phase }) => phase === 'lost')
  // Always rendered, so that screen readers announce what is added to it.
  return (
    <div role="alert">
      {isLost && (
        <div className={classes.lost}>
          <IconPlugConnectedX size={18} stroke={1.8} aria-hidden />
          Connection lost. What you see may be out of date; nothing you do is sent until it is back.
        </div>
      )}
    </div>
  )
}

/** A unit that is assigned to a call sees it at once. Dispatchers, who watch many calls, select one themselves. */
function useFollowOwnCall({ unitClass, isOnDuty }: DesktopPlace): void {
  const callId = useOwnUnit()?.callId ?? null
  const isSent = isOnDuty && unitClass !== UNIT_CLASS.Comms && callId !== null
  useEffect(() => {
    if (isSent) selectCall(callId)
  }, [isSent, callId])
}
