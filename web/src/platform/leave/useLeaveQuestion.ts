import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConfirmQuestion } from '../../ui/confirm.tsx'
import { addLeaveQuestion, askToLeave, isLeaveAgreed } from './leave-questions.ts'

const LEAVE_QUESTION = 'Are you sure you want to leave this page? Your session will be reset, and you will lose all data'

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

type Place = { readonly pathname: string; readonly state: { readonly __TSR_index: number } }
type Move = { readonly currentLocation: Place; readonly nextLocation: Place; readonly action: string }

/**
 * Whether a history move has to be undone. The browser's buttons still work while the question is open, so further moves may come before
 * it is answered: one question covers all of them, and only the last move, which spans the others, is decided by it.
 * The router undoes a move by going the same distance back, which puts the entry back on top of the one before it.
 */
export function createLeaveBlocker(ask: () => Promise<boolean>) {
  let question: Promise<boolean> | null = null
  let latest: Move | null = null

  return async (move: Move): Promise<boolean> => {
    const { currentLocation, nextLocation, action } = move
    const isPop = action !== 'PUSH' && action !== 'REPLACE'
    latest = move
    // Filters and tabs live in the query string: changing those is not leaving.
    if (!isPop && nextLocation.pathname === currentLocation.pathname) return false
    // Back and forward again: there is nothing to undo, and `go(0)` would reload the page.
    if (isPop && nextLocation.state.__TSR_index === currentLocation.state.__TSR_index) return false
    question ??= ask().finally(() => {
      question = null
    })
    const isLeaving = await question
    if (latest !== move) return new Promise(() => undefined)
    return !isLeaving
  }
}
