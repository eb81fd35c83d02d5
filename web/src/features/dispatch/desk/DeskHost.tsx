import { UNIT_CLASS } from '@tenfour/contract'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { createObservable } from '../../../platform/store/observable.ts'
import { useAlertPlace } from '../../../platform/view/AlertPlace.tsx'
import { viewOf } from '../../../platform/view/view.ts'
import { focusPanel, hasPanels, selectCall } from '../../../panels/selection.ts'
import { BoardProvider, boardStore } from '../board/board.port.ts'
import { acknowledgedWords, titleMarkOf } from './alarms/alarms.ts'
import { useAlarmNotifications, useAlarms } from './alarms/use-alarms.ts'
import { useAlertHistory } from './alerts/alert-history.ts'
import { AlertStrip } from './alerts/AlertStrip.tsx'
import { useAlerts } from './alerts/use-alerts.ts'
import { useDesk } from './desk-store.ts'
import { usePingSound, useSignOfLife, PING_MARK, useTitleMark } from './desk-signals.ts'

/** Panic, 911 calls, status checks, tones and pings for users on duty, on every page of the portal. */
export function DeskHost() {
  const { userId, duty } = useSignedInUser()
  const isDesktop = useRouterState({ select: (state) => viewOf((state.resolvedLocation ?? state.location).pathname).isDesktop })
  const { pings } = useDesk()
  const { alarms, ownPanic, acknowledge } = useAlarms()
  const [isHeld, setIsHeld] = useState(false)
  const alerts = useAlerts({ alarms, acknowledge, pings, isHeld, hasMap: isDesktop })
  const history = useAlertHistory(userId)
  const open = useOpenCall()
  const place = useAlertPlace()
  const isLost = useSyncExternalStore(boardStore().subscribe, () => boardStore().get().phase === 'lost')
  useSignOfLife(
    duty ? userId : null,
    pings.some(({ kind }) => kind === 'welfare'),
  )
  usePingSound(pings)
  useAlarmNotifications(alarms, open)
  useTitleMark(titleMarkOf(alarms) ?? (pings.length > 0 ? PING_MARK : null))
  useAcknowledgementToasts(ownPanic)
  return (
    <>
      {duty && duty.unitClass !== UNIT_CLASS.Other && !isDesktop && (
        <BoardProvider serverId={duty.serverId} places={NO_PLACES}>
          {null}
        </BoardProvider>
      )}
      {place &&
        createPortal(
          <AlertStrip
            alerts={alerts}
            history={history}
            isLost={isLost}
            ownPanic={ownPanic ? `Your panic alarm is active · ${acknowledgedWords(ownPanic)}` : null}
            onOpen={open}
            onHeld={setIsHeld}
          />,
          place,
        )}
    </>
  )
}

/** Only alerts are shown of a board that is followed on other pages. */
const NO_PLACES = createObservable(new Map())

/** Opens a call in its panel; from another page, on the desktop. */
function useOpenCall(): (callId: number) => void {
  const navigate = useNavigate()
  return (callId) => {
    selectCall(callId)
    if (hasPanels()) focusPanel('call')
    else navigate({ to: '/cad/desktop' }).catch(reportError)
  }
}

/** Tells the sender of a panic alarm who acknowledges it. */
function useAcknowledgementToasts(ownPanic: ReturnType<typeof useAlarms>['ownPanic']): void {
  const known = useRef({ callId: 0, count: 0 })
  useEffect(() => {
    const { callId, panicAcknowledgedBy: by } = ownPanic ?? { callId: 0, panicAcknowledgedBy: [] }
    const isSame = known.current.callId === callId
    // On a page that was just opened, the strip says it.
    const fresh = isSame ? by.slice(known.current.count) : []
    for (const { identifier, name } of fresh) notify.success(`${identifier} ${name} acknowledged your panic`)
    known.current = { callId, count: by.length }
  }, [ownPanic])
}
