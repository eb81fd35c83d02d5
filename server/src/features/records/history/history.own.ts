import type { RoomEvents } from '@tenfour/contract'
import type { Emit } from '../../../platform/database/transaction.ts'

/** Tells a member's open pages what changed among their records. Nobody is told where there is no member. */
export async function emitOwn<E extends keyof RoomEvents<'own-records'>>(
  emit: Emit,
  userId: number | null,
  event: E,
  payload: RoomEvents<'own-records'>[E],
): Promise<void> {
  if (userId !== null) await emit('own-records', { userId }, event, payload)
}
