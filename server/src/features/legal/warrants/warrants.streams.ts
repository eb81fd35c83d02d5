import type { RoomEvents } from '@tenfour/contract'
import type { Emit } from '../../../platform/database/transaction.ts'

export const warrantsStream = 'warrants'
export const activeWarrantsStream = 'active-warrants'
export const ownWarrantsStream = (userId: number): string => `own-warrants:${userId}`

/** Tells all legal staff: never of a confidential warrant. */
export const emitWarrants = <E extends keyof RoomEvents<'warrants'>>(
  emit: Emit,
  event: E,
  payload: RoomEvents<'warrants'>[E],
): Promise<void> => emit('warrants', {}, warrantsStream, event, payload)

/** Tells a member's open pages: of their drafts, their warrants, and the confidential ones that they may know of. */
export const emitOwnWarrants = <E extends keyof RoomEvents<'own-warrants'>>(
  emit: Emit,
  userId: number,
  event: E,
  payload: RoomEvents<'own-warrants'>[E],
): Promise<void> => emit('own-warrants', { userId }, ownWarrantsStream(userId), event, payload)

/** Tells units on duty: never of a confidential warrant. */
export const emitActiveWarrants = <E extends keyof RoomEvents<'active-warrants'>>(
  emit: Emit,
  event: E,
  payload: RoomEvents<'active-warrants'>[E],
): Promise<void> => emit('active-warrants', {}, activeWarrantsStream, event, payload)
