import { confirm, type ConfirmQuestion } from '../../ui/confirm.tsx'
import { signOut } from '../session/session.ts'
import { notify } from '../notify/notify.ts'

/** A form, or whatever else would lose something if the page were left. */
export type LeaveReason = {
  /** How many of its changes would be lost. */
  readonly changes: () => number
  /** In place of the one that counts the changes. */
  readonly question?: ConfirmQuestion | undefined
}

const active = new Set<LeaveReason>()
let isAgreed = false

/** Until the returned function is called, leaving the page asks first. */
export function addLeaveReason(reason: LeaveReason): () => void {
  active.add(reason)
  return () => void active.delete(reason)
}

/** The one question for everything on the page: 'Leave without saving? 2 changes on this page are lost.' */
export function leaveQuestion(reasons: Iterable<LeaveReason>): ConfirmQuestion {
  const all = [...reasons]
  const own = all.find(({ question }) => question)?.question
  if (own) return own
  const changes = all.reduce((sum, reason) => sum + reason.changes(), 0)
  return {
    title: 'Leave without saving?',
    body: changes === 1 ? '1 change on this page is lost.' : `${changes} changes on this page are lost.`,
    confirmLabel: 'Leave without saving',
  }
}

/** Several forms of a page are one question: the first of them asks it for all. */
export const isAskedBy = (reason: LeaveReason): boolean => active.values().next().value === reason

export const askToLeave = (): Promise<boolean> =>
  confirm({ confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true, ...leaveQuestion(active) })

/** Asks if anything would be lost. After agreeing, the browser's own prompt is skipped. */
async function mayLeavePage(): Promise<boolean> {
  isAgreed = active.size === 0 || (await askToLeave())
  return isAgreed
}

export const isLeaveAgreed = (): boolean => isAgreed

/** Signs out, after confirmation if anything would be lost. */
export async function logOut(): Promise<void> {
  if (await mayLeavePage()) signOut()
}

/** Reloads the page, after confirmation if anything would be lost, and only if the portal responds. */
export async function reloadPage(): Promise<void> {
  const isThere = await fetch('/portal-config.json', { cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return notify.warning('Portal unreachable. Reload when it is back.')
  if (await mayLeavePage()) window.location.reload()
}
