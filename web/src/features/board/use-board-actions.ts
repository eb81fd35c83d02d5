import { call } from '../../platform/api/client.ts'
import { reportError } from '../../platform/errors/report.ts'
import { notify } from '../../platform/notify/notify.ts'
import { confirm } from '../../ui/confirm.tsx'
import { createBoardActions, type BoardActions } from './board-actions.ts'
import { boardStore } from './current-board.ts'

/** Acts on the board of the page; for code outside of rendering too. */
export const boardActions: BoardActions = createBoardActions({
  board: boardStore(),
  call,
  confirm,
  onRefused: notify.error,
  onFailed: reportError,
})

export const useBoardActions = (): BoardActions => boardActions
