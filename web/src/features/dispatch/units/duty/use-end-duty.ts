import type { PatrolUnit } from '@tenfour/contract'
import { useState } from 'react'
import { duration } from '../../../../platform/format/durations.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { goOffDuty } from '../units.queries.ts'
import { dutyWords } from './duty.labels.ts'

/** Goes off duty, after asking. */
export function useEndDuty() {
  const [isEnding, setEnding] = useState(false)
  const end = async (unit: PatrolUnit, serverName: string): Promise<boolean> => {
    const words = dutyWords(unit.department.type)
    const minutes = unit.onDutySince ? (Date.now() - Date.parse(unit.onDutySince)) / 60_000 : 0
    const isSure = await confirm({
      title: words.endQuestion,
      body: [
        `Your patrol of ${duration(minutes)} on ${serverName} is counted and closed.`,
        unit.callId !== null && `Call ${unit.callId} stays open.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: words.end,
      cancelLabel: 'Stay',
      startsAtCancel: true,
    })
    if (!isSure) return false
    setEnding(true)
    try {
      await goOffDuty(unit.userId)
      notify.success(unit.department.type === 'Civilian' ? 'Your patrol is closed' : 'You are off duty')
      return true
    } catch (error) {
      reportError(error)
      return false
    } finally {
      setEnding(false)
    }
  }
  return { isEnding, end }
}
