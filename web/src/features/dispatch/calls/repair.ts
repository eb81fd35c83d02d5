import { getTakeBackOffer, reopenCall, takeBack, type TakeBackKind } from '@tenfour/contract'
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

/** Takes back the action of one log entry. */
export const takeBackEntry = (callId: number, callLogId: number): Promise<boolean> =>
  attempt(() => call(takeBack, { params: { callId, callLogId } }))

const CONSEQUENCES: Readonly<Record<TakeBackKind, string>> = {
  clear: 'The call is open again, with the units it had.',
  assign: 'Back to the call and status of before.',
  merge: 'The calls are separate again, each with its units.',
}

/** Takes back the last thing the user did, after showing what that is. */
export async function takeBackLast(): Promise<void> {
  await attempt(async () => {
    const { serverId } = boardStore().get()
    const offer = await call(getTakeBackOffer, { params: { serverId }, quiet: true })
    if (!offer) return notify.info('Nothing to take back. A clear, a sent unit or a merge can be taken back for one minute.')
    const { kind, callId, callLogIds, words } = offer
    const isSure = await confirm({
      title: `Take back: ${words}`,
      body: CONSEQUENCES[kind],
      confirmLabel: 'Take back',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return undefined
    for (const callLogId of callLogIds) await call(takeBack, { params: { callId, callLogId } })
    selectCall(callId)
    return notify.success(`Taken back: ${words}`)
  })
}
