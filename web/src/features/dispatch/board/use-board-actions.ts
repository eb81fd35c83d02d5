import { MESSAGES, UNIT_STATUS } from '@tenfour/contract'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { withOutcome } from '../../../platform/errors/messages.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { log } from '../../../platform/log/log.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { countsAs } from '../../../ui/unit-status.ts'
import { createBoardActions, type BoardActions } from './board-actions.ts'
import { boardStore } from './current-board.ts'
import { signsInShort } from '../../../panels/unit-drag.ts'

/** For this long after a request, a matching change may be its result. */
const REMEMBERED_MS = 5000

type Sending = { readonly userIds: readonly number[]; readonly callId: number | null; readonly at: number }

export function createSendings(now: () => number = Date.now) {
  let sendings: readonly Sending[] = []
  return {
    /** Records that this page sends these units to a call; null is a call that is only being created. */
    note: (userIds: readonly number[], callId: number | null) => {
      sendings = [...sendings.filter(({ at }) => now() - at < REMEMBERED_MS), { userIds, callId, at: now() }]
    },
    /** Whether this page just sent the unit to the call. */
    has: (userId: number, callId: number): boolean =>
      sendings.some(
        (each) => now() - each.at < REMEMBERED_MS && each.userIds.includes(userId) && (each.callId === null || each.callId === callId),
      ),
  }
}

const sendings = createSendings()
const noteSending = sendings.note
export const wasSentFromHere = sendings.has

const deps = { board: boardStore(), call, confirm, onSending: noteSending }

/** Acts on the page's board; usable outside of rendering too. */
export const boardActions: BoardActions = createBoardActions({ ...deps, onRefused: notify.error, onFailed: reportError })

export const useBoardActions = (): BoardActions => boardActions

/** Board actions for callers that show errors themselves. */
export const boardActionsReportingTo = (report: (message: string) => void): BoardActions =>
  createBoardActions({
    ...deps,
    onRefused: report,
    onFailed: (error, outcome) => {
      log.error(error instanceof Error ? error.message : 'A command failed', error)
      report(error instanceof ApiError ? withOutcome(error, outcome) : MESSAGES.default)
    },
  })

/** Sets the status of one's own unit, from a button, a key or a command. Going off duty while on a call asks first. */
export async function setOwnStatus(userId: number, statusId: number, actions: BoardActions = boardActions): Promise<boolean> {
  const { units, calls, phase } = boardStore().get()
  const callId = units.get(userId)?.callId ?? null
  if (countsAs(statusId) === UNIT_STATUS.offDuty && callId !== null && phase === 'live') {
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
  return actions.setStatus(userId, statusId)
}

/** Sets the status of other units. Putting someone else off duty ends their patrol, so it asks first. */
export async function setStatusOf(userIds: readonly number[], statusId: number, actions: BoardActions = boardActions): Promise<boolean> {
  const { units, phase } = boardStore().get()
  if (countsAs(statusId) === UNIT_STATUS.offDuty && phase === 'live') {
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
  for (const userId of userIds) if (!(await actions.setStatus(userId, statusId))) return false
  return true
}
