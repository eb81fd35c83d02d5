import { isDispatcher, UNIT_CLASS } from '@tenfour/contract'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { showDesktopNotification } from '../../../../platform/notify/desktop-notifications.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { focusPanel, selectCall } from '../../../../panels/selection.ts'
import { boardStore } from '../../board/board.port.ts'
import { useCallTypesById } from '../../calls/calls.port.ts'
import { useAcknowledged } from './acknowledged.ts'
import { alarmsFor, alarmWords, type Alarm } from './alarms.ts'

const NONE: readonly Alarm[] = []
const NO_CALLS: ReturnType<ReturnType<typeof boardStore>['get']>['calls'] = new Map()

/** The user's unacknowledged alarms on the open board, if any. */
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
  const acknowledge = (which: readonly Alarm[]) => add(which.map(({ call }) => call.callId))
  return { alarms, acknowledge }
}

export const openAlarm = ({ call }: Alarm): void => {
  selectCall(call.callId)
  focusPanel('call')
}

/** Shows new alarms outside of the page too, where the user has allowed it. */
export function useAlarmNotifications(alarms: readonly Alarm[]): void {
  // Without a duty there are no alarms, and the types are not for everyone.
  const types = useCallTypesById({ enabled: alarms.length > 0 })
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
        title: `${alarm.kind === 'panic' ? 'PANIC' : '911'}: ${headline}`,
        body: `Call ${callId} · ${details}`,
        tag: `tenfour-call-${callId}`,
        onOpen: () => openAlarm(alarm),
      })
      shown.current.set(callId, close)
    }
  }, [alarms, types])
}
