import { confirm, type ConfirmQuestion } from '../../ui/confirm.tsx'

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
export async function mayLeavePage(): Promise<boolean> {
  const [question] = active
  isAgreed = question === undefined || (await askToLeave(question))
  return isAgreed
}

export const isLeaveAgreed = (): boolean => isAgreed
