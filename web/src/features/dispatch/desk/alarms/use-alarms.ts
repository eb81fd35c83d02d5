import { acknowledgePanic, isDispatcher, UNIT_CLASS } from '@tenfour/contract'
import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { showDesktopNotification } from '../../../../platform/notify/desktop-notifications.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { boardStore } from '../../board/board.port.ts'
import { numberOf } from '../../calls/calls.port.ts'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { useAcknowledged } from './acknowledged.ts'
import { alarmsFor, alarmWords, ownPanicOf, type Alarm } from './alarms.ts'

const NONE: readonly Alarm[] = []
const NO_CALLS: ReturnType<ReturnType<typeof boardStore>['get']>['calls'] = new Map()

/** The user's unacknowledged alarms on the open board, and their own panic call while its alarm is active. */
export function useAlarms() {
  const { userId, duty } = useSignedInUser()
  const { callIds, add } = useAcknowledged(userId)
  const { subscribe, get } = boardStore()
  const serverId = duty && duty.unitClass !== UNIT_CLASS.Other ? duty.serverId : null
  const dispatches = duty ? isDispatcher(duty) : false
  const calls = useSyncExternalStore(subscribe, () => (get().serverId === serverId ? get().calls : NO_CALLS))
  const alarms = useMemo(
    () => (calls.size === 0 ? NONE : alarmsFor(calls.values(), { userId, isDispatcher: dispatches, acknowledged: callIds })),
    [calls, userId, dispatches, callIds],
  )
  const ownPanic = useMemo(() => ownPanicOf(calls.values(), userId), [calls, userId])
  const acknowledge = (which: readonly Alarm[]) => {
    add(which.map((alarm) => alarm.call.callId))
    for (const alarm of which) if (alarm.kind === 'panic') void tellSender(alarm.call.callId)
  }
  return { alarms, ownPanic, acknowledge }
}

async function tellSender(callId: number): Promise<void> {
  try {
    await call(acknowledgePanic, { params: { callId }, quiet: true })
  } catch (error) {
    // The alarm ended at the same moment.
    if (error instanceof ApiError && error.code === 'conflict') return
    reportError(error, `The unit of call ${callId} was not told that you acknowledged`)
  }
}

/** Shows new alarms outside of the page too, where the user has allowed it. */
export function useAlarmNotifications(alarms: readonly Alarm[], open: (callId: number) => void): void {
  // Without a duty there are no alarms, and the types are not for everyone.
  const types = useCallTypesById({ enabled: alarms.length > 0 })
  const openLatest = useEffectEvent(open)
  const shown = useRef(new Map<number, (() => void) | undefined>())
  useEffect(() => {
    const now = new Set(alarms.map(({ call }) => call.callId))
    for (const [callId, close] of shown.current) {
      if (now.has(callId)) continue
      close?.()
      shown.current.delete(callId)
    }
    for (const alarm of alarms) {
      const { callId } = alarm.call
      if (shown.current.has(callId)) continue
      const { headline, details } = alarmWords(alarm, { units: boardStore().get().units, types })
      const close = showDesktopNotification({
        title: `${alarm.kind === 'panic' ? 'PANIC' : numberOf(alarm.call)}: ${headline}`,
        body: `Call ${callId} · ${details}`,
        tag: `tenfour-call-${callId}`,
        onOpen: () => openLatest(callId),
      })
      shown.current.set(callId, close)
    }
  }, [alarms, types])
}
