import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConfirmQuestion } from '../../ui/confirm.tsx'
import { createLeaveBlocker } from './leave-blocker.ts'
import { addLeaveQuestion, askToLeave, isLeaveAgreed } from './leave-questions.ts'

export const LEAVE_QUESTION = 'Are you sure you want to leave this page? Your session will be reset, and you will lose all data'

const USUAL_QUESTION: ConfirmQuestion = { title: LEAVE_QUESTION }

/**
 * Asks before the page is left, while `active`; `question` must be declared outside the component.
 * Cancelling a browser-back press leaves the address and the history unchanged.
 */
export function useLeaveQuestion(active: boolean, question: ConfirmQuestion = USUAL_QUESTION): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!active) return
    const unblock = history.block({
      blockerFn: createLeaveBlocker(() => askToLeave(question)),
      enableBeforeUnload: () => !isLeaveAgreed(),
    })
    const removeQuestion = addLeaveQuestion(question)
    return () => {
      removeQuestion()
      unblock()
    }
  }, [active, history, question])
}
