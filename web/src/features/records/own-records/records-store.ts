import { listOwnRecords, type OwnRecords } from '@tenfour/contract'
import { useMemo } from 'react'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe as followRoom } from '../../../platform/realtime/realtime.ts'
import { currentUserQuery } from '../../../platform/session/session.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { createObservable, useObservable, type Observable } from '../../../platform/store/observable.ts'
import { withOwnDelta, type OwnDelta } from './records-state.ts'

type State = { readonly records?: OwnRecords; readonly error?: unknown }
type Store = { readonly state: Observable<State>; readonly load: () => void }

/** Queries under this key are about the member's own characters, and are refetched when anything of theirs changes. */
export const OWN_RECORDS_KEY = ['own-records'] as const
const refreshQueries = () => void queryClient.invalidateQueries({ queryKey: OWN_RECORDS_KEY }).catch(reportError)

/** One member's records: loaded by a call, so that a failure can be shown, and followed in the room while anything shows them. */
function createStore(userId: number): Store {
  const load = () => {
    const known = state.get()
    if (known.error !== undefined) state.set({})
    call(listOwnRecords, { quiet: true })
      .then((records) => state.get().records ?? state.set({ records }))
      .catch((error: unknown) => state.get().records ?? state.set({ error }))
  }
  const state = createObservable<State>({}, () => {
    if (!state.get().records) load()
    return followRoom(
      'own-records',
      { userId },
      {
        onSnapshot: (records, { seq, known }) => {
          state.set({ records })
          if (known !== seq) refreshQueries()
        },
        onDelta: (delta) => {
          keep(state, delta)
          refreshQueries()
        },
      },
    )
  })
  return { state, load }
}

function keep(state: Observable<State>, delta: OwnDelta): void {
  const { records } = state.get()
  if (records) state.set({ records: withOwnDelta(records, delta) })
}

const stores = new Map<number, Store>()

function storeOf(userId: number): Store {
  const known = stores.get(userId) ?? createStore(userId)
  stores.set(userId, known)
  return known
}

/** The signed-in member's characters and what belongs to them, live. Neither records nor error: still loading. */
export function useOwnRecords(): State & { readonly retry: () => void } {
  const { userId } = useSignedInUser()
  const { state, load } = storeOf(userId)
  const current = useObservable(state)
  return useMemo(() => ({ ...current, retry: load }), [current, load])
}

/** Shows what an answer brought without waiting for the room, so that the next action finds it. */
export function keepOwn(delta: OwnDelta): void {
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.userId
  if (userId !== undefined) keep(storeOf(userId).state, delta)
}
