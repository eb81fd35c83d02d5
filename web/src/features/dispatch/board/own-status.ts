import { UNIT_STATUS, type UnitStatus } from '@tenfour/contract'
import { confirm } from '../../../ui/confirm.tsx'
import type { BoardActions } from './board-actions.ts'
import { boardStore } from './current-board.ts'
import { boardActions } from './use-board-actions.ts'

/** Sets the status of one's own unit, from a button, a key or a command. Going off duty while on a call asks first. */
export async function setOwnStatus(userId: number, status: UnitStatus, actions: BoardActions = boardActions): Promise<boolean> {
  const { units, calls, phase } = boardStore().get()
  const callId = units.get(userId)?.callId ?? null
  if (status === UNIT_STATUS.offDuty && callId !== null && phase === 'live') {
    const title = calls.get(callId)?.title
    const isSure = await confirm({
      title: 'Go off duty?',
      body: `You are on call ${callId}${title ? `, ${title}` : ''}. The call stays open.`,
      confirmLabel: 'Go off duty',
      cancelLabel: 'Stay on duty',
    })
    if (!isSure) return false
  }
  return actions.setStatus(userId, status)
}
