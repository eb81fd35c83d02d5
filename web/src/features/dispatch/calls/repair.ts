import { getTakeBackOffer, reopenCall, takeBack, type TakeBackOffer } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { selectCall } from '../../../panels/selection.ts'
import { boardStore, CLOSED, OFFLINE } from '../board/board.port.ts'

/** Runs while the board is live, reports errors, and resolves to whether it succeeded. */
async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  const { phase } = boardStore().get()
  if (phase !== 'live') {
    notify.error(phase === 'closed' ? CLOSED : OFFLINE)
    return false
  }
  try {
    await work()
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}

export const reopen = (callId: number): Promise<boolean> => attempt(() => call(reopenCall, { params: { callId } }))

/** Undoes the action of one log entry. */
export const takeBackEntry = (callId: number, callLogId: number): Promise<boolean> =>
  attempt(() => call(takeBack, { params: { callId, callLogId } }))

function consequenceOf({ kind, units }: TakeBackOffer): string {
  switch (kind) {
    case 'clear':
      return 'The call is open again, with the units it had.'
    case 'merge':
      return 'The calls are separate again, each with its units.'
    case 'assign':
      return units.length === 1
        ? `${units[0]} returns to its previous call and status.`
        : `${units.join(', ')} return to their previous calls and statuses.`
  }
}

/** Undoes the last thing the user did, after showing what that is. */
export async function takeBackLast(): Promise<void> {
  await attempt(async () => {
    const { serverId } = boardStore().get()
    const offer = await call(getTakeBackOffer, { params: { serverId }, quiet: true })
    if (!offer) return notify.info('Nothing to undo. Clears, dispatches and merges can be undone for one minute.')
    const { callId, callLogIds, words } = offer
    const isSure = await confirm({
      title: `Undo ${words}?`,
      body: consequenceOf(offer),
      confirmLabel: 'Undo',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return undefined
    for (const callLogId of callLogIds) await call(takeBack, { params: { callId, callLogId } })
    selectCall(callId)
    return notify.success(`Undone: ${words}`)
  })
}
