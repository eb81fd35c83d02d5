import { listFields, type Field } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { subscribe as followRoom } from '../../../platform/realtime/realtime.ts'
import { hasMissed } from '../../../platform/realtime/rooms.ts'
import { createObservable, useObservable } from '../../../platform/store/observable.ts'

type State = { readonly fields?: readonly Field[]; readonly error?: unknown }

/** The community's own fields, loaded once and again when the room says that they changed. */
const state = createObservable<State>({}, () => {
  load()
  return followRoom(
    'fields',
    {},
    {
      // The first snapshot comes with what is being loaded.
      onSnapshot: (_fields, position) => hasMissed(position) && load(),
      onDelta: load,
    },
  )
})

let lastLoad = 0

function load(): void {
  const current = (lastLoad += 1)
  if (state.get().error !== undefined) state.set({})
  call(listFields, { quiet: true })
    .then((fields) => current === lastLoad && state.set({ fields }))
    .catch((error: unknown) => current === lastLoad && !state.get().fields && state.set({ error }))
}

/** Neither fields nor error: still loading. Retired ones are among them. */
export const useFields = (): State => useObservable(state)

export const reloadFields = load

/** Shows what an answer brought without waiting for the room. */
export function keepFields(saved: readonly Field[]): void {
  const { fields } = state.get()
  if (!fields) return
  // A request that was sent earlier does not have the change.
  lastLoad += 1
  const byId = new Map([...fields, ...saved].map((field) => [field.fieldId, field]))
  state.set({ fields: [...byId.values()] })
}
