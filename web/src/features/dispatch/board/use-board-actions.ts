import { MESSAGES } from '@tenfour/contract'
import { ApiError } from '../../../platform/api/api-error.ts'
import { call } from '../../../platform/api/client.ts'
import { withOutcome } from '../../../platform/errors/messages.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { log } from '../../../platform/log/log.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { createBoardActions, type BoardActions } from './board-actions.ts'
import { boardStore } from './current-board.ts'
import { noteSending } from './own-sending.ts'

const deps = { board: boardStore(), call, confirm, onSending: noteSending }

/** Acts on the page's board; usable outside of rendering too. */
export const boardActions: BoardActions = createBoardActions({ ...deps, onRefused: notify.error, onFailed: reportError })

export const useBoardActions = (): BoardActions => boardActions

/** The same, for callers that show errors themselves. */
export const boardActionsReportingTo = (report: (message: string) => void): BoardActions =>
  createBoardActions({
    ...deps,
    onRefused: report,
    onFailed: (error, outcome) => {
      log.error(error instanceof Error ? error.message : 'A command failed', error)
      report(error instanceof ApiError ? withOutcome(error, outcome) : MESSAGES.default)
    },
  })
