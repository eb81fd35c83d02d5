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
export const noteSending = sendings.note
export const wasSentFromHere = sendings.has
