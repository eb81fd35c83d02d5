import {
  createField,
  listFields,
  orderFields,
  retireField,
  saveFieldValues,
  searchByField,
  type Endpoint,
  updateField,
} from '@tenfour/contract'
import { AppError } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { route } from '../../platform/http/route.ts'
import type { RoomSource } from '../../platform/realtime/rooms.ts'

/** Declared and not served yet. Whoever serves one takes it out here. */
const PENDING: readonly Endpoint[] = [
  // fields
  listFields,
  createField,
  updateField,
  retireField,
  orderFields,
  saveFieldValues,
  searchByField,
]

const empty = <N extends 'fields'>(state: unknown): RoomSource<N> =>
  ({
    snapshot: async () => ({ seq: 0, state }),
    currentSeqs: async (params: readonly unknown[]) => params.map(() => 0),
  }) as unknown as RoomSource<N>

export const pendingFeature = (): Feature => ({
  name: 'pending',
  routes: async (app) => {
    for (const endpoint of PENDING) {
      route(app, endpoint, async () => {
        throw new AppError('unavailable', 'Not served yet')
      })
    }
  },
  rooms: {
    fields: empty<'fields'>({}),
  },
})
