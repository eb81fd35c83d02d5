import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ConfirmQuestion } from '../../ui/confirm.tsx'
import { addLeaveReason, askToLeave, isAskedBy, isLeaveAgreed, type LeaveReason } from './leave-questions.ts'

/** Where leaving resets a session: the desktop on duty. */
export const SESSION_QUESTION: ConfirmQuestion = {
  title: 'Are you sure you want to leave this page? Your session will be reset, and you will lose all data',
}

/**
 * Asks before the page is left, while there are unsaved changes. A question in place of the usual one must be declared outside the component.
 * Cancelling a browser-back press leaves the address and the history unchanged.
 */
export function useLeaveQuestion(changes: number, question?: ConfirmQuestion): void {
  const { history } = useRouter()
  const isActive = changes > 0
  const countNow = useEffectEvent(() => changes)
  useEffect(() => {
    if (!isActive) return
    const reason: LeaveReason = { changes: () => countNow(), question }
    const unblock = history.block({
      blockerFn: createLeaveBlocker(async () => !isAskedBy(reason) || (await askToLeave())),
      enableBeforeUnload: () => !isLeaveAgreed(),
    })
    const removeReason = addLeaveReason(reason)
    return () => {
      removeReason()
      unblock()
    }
  }, [isActive, history, question])
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
