import type { WaitingItem } from '@tenfour/contract'
import { createOwnRoom } from '../../../platform/realtime/own-room.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

/** The member's list 'Waiting for you', updated live; undefined until loaded. */
export const useWaiting: (userId: number) => readonly WaitingItem[] | undefined = createOwnRoom<'waiting'>(
  (userId, handlers) => subscribe('waiting', { userId }, handlers),
  (_before, { payload }) => payload,
)
