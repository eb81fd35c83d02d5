/** How long after it was asked for a change may be the answer to it. */
const REMEMBERED_MS = 5000

type Sending = { readonly userIds: readonly number[]; readonly callId: number | null; readonly at: number }

export function createSendings(now: () => number = Date.now) {
  let sendings: readonly Sending[] = []
  return {
    /** Someone at this page sends these units to a call; null is one that is only being made. */
    note: (userIds: readonly number[], callId: number | null) => {
      sendings = [...sendings.filter(({ at }) => now() - at < REMEMBERED_MS), { userIds, callId, at: now() }]
    },
    /** Whether it was this page that just sent the unit to the call. */
    has: (userId: number, callId: number): boolean =>
      sendings.some(
        (each) => now() - each.at < REMEMBERED_MS && each.userIds.includes(userId) && (each.callId === null || each.callId === callId),
      ),
  }
}

const sendings = createSendings()
export const noteSending = sendings.note
export const wasSentFromHere = sendings.has
