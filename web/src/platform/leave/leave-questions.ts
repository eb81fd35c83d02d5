import { confirm, type ConfirmQuestion } from '../../ui/confirm.tsx'

const active = new Set<ConfirmQuestion>()
let isAgreed = false

/** For as long as the returned function is not called, leaving the page loses something. */
export function addLeaveQuestion(question: ConfirmQuestion): () => void {
  active.add(question)
  return () => void active.delete(question)
}

export const askToLeave = (question: ConfirmQuestion): Promise<boolean> =>
  confirm({ confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true, ...question })

/** Asks where something would be lost. Whoever agrees is not asked again by the browser. */
export async function mayLeavePage(): Promise<boolean> {
  const [question] = active
  isAgreed = question === undefined || (await askToLeave(question))
  return isAgreed
}

export const isLeaveAgreed = (): boolean => isAgreed
