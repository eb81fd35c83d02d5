import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { createLeaveBlocker } from './leave-blocker.ts'

export const LEAVE_QUESTION = 'Are you sure you want to leave this page? Your session will be reset, and you will lose all data'

/** Asks before the page is left, while `active`. A browser-back press that is taken back leaves the address and the history as they were. */
export function useLeaveQuestion(active: boolean): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!active) return
    const ask = () => confirm({ title: LEAVE_QUESTION, confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true })
    return history.block({ blockerFn: createLeaveBlocker(ask), enableBeforeUnload: true })
  }, [active, history])
}
