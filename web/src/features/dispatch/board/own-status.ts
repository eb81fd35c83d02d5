import { UNIT_STATUS, type UnitStatus } from '@tenfour/contract'
import { confirm } from '../../../ui/confirm.tsx'
import { signsInShort } from '../../../panels/unit-drag.ts'
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
      startsAtCancel: true,
    })
    if (!isSure) return false
  }
  return actions.setStatus(userId, status)
}

/** Sets the status of other units. Putting someone else off duty ends their patrol, so it asks first. */
export async function setStatusOf(userIds: readonly number[], status: UnitStatus, actions: BoardActions = boardActions): Promise<boolean> {
  const { units, phase } = boardStore().get()
  if (status === UNIT_STATUS.offDuty && phase === 'live') {
    const there = userIds.flatMap((userId) => units.get(userId) ?? [])
    const busy = there.filter(({ callId }) => callId !== null)
    const isSure = await confirm({
      title: `Put ${signsInShort(there.map(({ identifier }) => identifier))} off duty?`,
      body: [
        there.length === 1 ? `This ends the patrol of ${there[0]?.name}.` : 'This ends their patrols.',
        ...busy.map(({ identifier, callId }) => `${identifier} is on call ${callId}.`),
      ].join(' '),
      confirmLabel: 'Put off duty',
      cancelLabel: 'Leave on duty',
      startsAtCancel: true,
    })
    if (!isSure) return false
  }
  // One after the other, up to the first refusal: its reason applies to the rest as well.
  for (const userId of userIds) if (!(await actions.setStatus(userId, status))) return false
  return true
}
