import { focusShownPanel } from '../../../panels/desktop.ts'
import { openPanel, selectCall } from '../../../panels/selection.ts'

/** To the list of calls, where the next call is chosen; where it is not in sight, to the sheet. */
export const focusCalls = (): void => focusShownPanel(['calls', 'call'])

/** Shows a call, with focus on its row: A, L, S and C work there. */
export function focusCall(callId: number): void {
  selectCall(callId)
  openPanel('call')
  focusCalls()
}
