import { confirm, type ConfirmQuestion } from '../../ui/confirm.tsx'
import { signOut } from '../session/session.ts'
import { notify } from '../notify/notify.ts'

const active = new Set<ConfirmQuestion>()
let isAgreed = false

/** Until the returned function is called, leaving the page asks this question first. */
export function addLeaveQuestion(question: ConfirmQuestion): () => void {
  active.add(question)
  return () => void active.delete(question)
}

export const askToLeave = (question: ConfirmQuestion): Promise<boolean> =>
  confirm({ confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true, ...question })

/** Asks if anything would be lost. After agreeing, the browser's own prompt is skipped. */
async function mayLeavePage(): Promise<boolean> {
  const [question] = active
  isAgreed = question === undefined || (await askToLeave(question))
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
