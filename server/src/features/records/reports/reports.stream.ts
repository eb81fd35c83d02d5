import type { RoomEvents } from '@tenfour/contract'
import type { Emit } from '../../../platform/database/transaction.ts'

export const ownReportsStream = (userId: number): string => `own-reports:${userId}`

/** Tells a writer's open pages what changed among their drafts and reports. */
export const emitOwnReports = <E extends keyof RoomEvents<'own-reports'>>(
  emit: Emit,
  userId: number,
  event: E,
  payload: RoomEvents<'own-reports'>[E],
): Promise<void> => emit('own-reports', { userId }, ownReportsStream(userId), event, payload)
