import { accessSubject, isAllowed, staff, type Server, type UnitClass } from '@tenfour/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useMemo, useState, useRef } from 'react'
import { useSwitchedOff } from '../../../platform/features/features.ts'
import { settle, useIsSettled } from '../../../platform/load/settled.ts'
import { localStore } from '../../../platform/storage/storage.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { AlertPlace } from '../../../platform/view/AlertPlace.tsx'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { createInViewStore, focusPanelNow, type Desktop } from '../../../panels/desktop.ts'
import { DockDesktop } from '../../../panels/docking/DockDesktop.tsx'
import { panelsOf } from '../../../panels/docking/layout.ts'
import { createStoredLayouts } from '../../../panels/docking/stored-layouts.ts'
import { useFocusKeeper } from '../../../panels/focus-keeper.ts'
import { offerOwnPosition } from '../../../panels/likely.ts'
import { attachDesktop } from '../../../panels/selection.ts'
import { useDesktopShortcuts } from '../../../panels/shortcuts.ts'
import { usePhone } from '../../../panels/docking/use-room.ts'
import { useBoard, boardStore, wasSentFromHere } from '../../dispatch/board/board.port.ts'
import { unitPlaces } from '../../game/positions/positions.port.ts'
import { callTypeNow } from '../../dispatch/cad-values/cad-values.port.ts'
import { Shortcuts } from '../../dispatch/commands/Shortcuts.port.tsx'
import classes from './CadDesktop.module.css'
import { createDefaultLayouts } from './default-layouts.ts'
import { featuresOn, panelsFor, shortcutsOf, commandsOf, lateCommandsOf, type DesktopPlace } from './desktop-contents.ts'
import { DesktopBar } from './DesktopBar.tsx'
import { useOpenCall } from './use-open-call.ts'
import { usePanelsAtHand } from './use-panels-at-hand.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../../ui/PageStates.tsx'
import { keepSoundsReady, playSound } from '../../../platform/sounds/sounds.ts'
import { soundsBetween, wordsFor } from './board-sounds.ts'
import { lazyModule } from '../../../platform/load/lazy-module.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { PANEL } from '../../../platform/load/shapes.tsx'
import { rememberPart } from '../../../platform/load/ahead.ts'
import { log } from '../../../platform/log/log.ts'
import type { Command } from '../../../panels/commands/command.ts'

const TabletDesktop = lazyComponent(async () => (await import('../../../panels/TabletDesktop.tsx')).TabletDesktop, {
  what: 'The desktop',
  shape: PANEL,
})

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
  const present = useMemo(() => featuresOn(features, switchedOff), [features, switchedOff])
  const commands = useCommands(present)
  const shortcuts = useMemo(() => shortcutsOf(present, unitClass), [present, unitClass])
  const panelIds = useMemo(() => panels.map(({ id }) => id), [panels])
  const isOneAtATime = usePhone() || isTablet()
  const [inView] = useState(createInViewStore)
  const hasData = useBoard(({ phase }) => phase !== 'loading')
  useDepartmentLayout(unitClass, desktop)
  useDesktopShortcuts(panelIds)
  useFocusKeeper()
  useOpenCall(place)
  useOfferOwnPosition(place.serverId)
  useBoardSounds()
  usePanelsAtHand(panels)
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
      <AlertPlace>
        <ConnectionLost />
      </AlertPlace>
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

const departmentLayout = lazyModule(() => import('./layouts/department-layout.ts'))

/** Once the desktop is drawn, as it was or with the department's layout that was kept here, asks whether there is another by now. */
function useDepartmentLayout(unitClass: UnitClass, desktop: Desktop | null): void {
  const isSettled = useIsSettled()
  const arrangement = desktop?.arrangement
  useEffect(() => {
    if (!isSettled || !arrangement) return
    departmentLayout
      .load()
      .then(({ refreshDepartmentLayout }) => refreshDepartmentLayout(unitClass, arrangement))
      .catch((error: unknown) => log.warning("The department's layout could not be fetched", error))
  }, [isSettled, unitClass, arrangement])
}

/** Tells what lies over the page, such as toasts, how the panels below are laid out. */
function useDeskMark(kind: 'single' | 'docked'): void {
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-desk', kind)
    return () => document.documentElement.removeAttribute('data-desk')
  }, [kind])
}

const LOST = 'Connection lost. The board may be out of date. Actions are not sent.'

function ConnectionLost() {
  const isLost = useBoard(({ phase }) => phase === 'lost')
  // Always rendered, so that screen readers announce what is added to it.
  return (
    <div role="alert" className={classes.connection}>
      {isLost && (
        <div className={classes.lost} title={LOST}>
          <IconPlugConnectedX size={17} stroke={1.8} aria-hidden />
          <span className="truncated">{LOST}</span>
        </div>
      )}
    </div>
  )
}

/** Instead of the panels, where everything that a class has is switched off. */
function NoPanels({ reasons }: { reasons: readonly string[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel that was switched off may have had the focus.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1}>
      <Empty
        title="No panels"
        text={`${reasons.map((reason) => `${reason}. `).join('')}You stay on duty; your status is above.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/user/home" {...props} />}>
            Dashboard
          </Button>
        }
      />
    </div>
  )
}

/** Tells the forms of the desktop where the user's own unit is. */
function useOfferOwnPosition(serverId: number): void {
  const { userId } = useSignedInUser()
  useEffect(() => {
    const { get, subscribe } = unitPlaces(serverId)
    return offerOwnPosition({ get: () => get().get(userId) ?? null, subscribe })
  }, [serverId, userId])
}

/** Plays sounds for board events while the desktop is open. */
function useBoardSounds(): void {
  const { userId } = useSignedInUser()
  useEffect(keepSoundsReady, [])
  useEffect(() => {
    const board = boardStore()
    let before = board.get()
    return board.subscribe(() => {
      const after = board.get()
      for (const sound of soundsBetween(before, after, { userId, now: Date.now(), wasSentFromHere, typeOf: callTypeNow })) {
        playSound(sound, wordsFor(sound, before, after, userId))
      }
      before = after
    })
  }, [userId])
}

/** All commands; those that come late once the desktop is drawn, or with the first key. */
function useCommands(features: readonly DesktopFeature[]): readonly Command[] {
  const [known, setKnown] = useState(() => ({ features, commands: commandsOf(features) }))
  if (known.features !== features) setKnown({ features, commands: commandsOf(features) })
  const isSettled = useIsSettled()
  useEffect(() => {
    const late = lateCommandsOf(features)
    const update = () => setKnown({ features, commands: commandsOf(features) })
    const load = () => {
      for (const each of late) each.load().catch((error: unknown) => log.warning('Commands could not be fetched', error))
    }
    const stops = late.map((each) => each.subscribe(update))
    // Available while the portal is down, too.
    for (const each of late) rememberPart(each.load)
    if (isSettled) load()
    else window.addEventListener('keydown', load, { once: true })
    return () => {
      window.removeEventListener('keydown', load)
      for (const stop of stops) stop()
    }
  }, [features, isSettled])
  return known.commands
}
