import type { RoomEvents } from '@tenfour/contract'
import { changeIn, type Change, type Emit } from '../../../../platform/database/transaction.ts'

/** For all legal staff: never of a confidential warrant. */
export const inWarrants = <E extends keyof RoomEvents<'warrants'>>(event: E, payload: RoomEvents<'warrants'>[E]): Change =>
  changeIn('warrants', {}, event, payload)

/** For a member's open pages: of their warrants, and the confidential ones that they may know of. */
export const inOwnWarrants = <E extends keyof RoomEvents<'own-warrants'>>(
  userId: number,
  event: E,
  payload: RoomEvents<'own-warrants'>[E],
): Change => changeIn('own-warrants', { userId }, event, payload)

/** For units on duty: never of a confidential warrant. */
export const inActiveWarrants = <E extends keyof RoomEvents<'active-warrants'>>(
  event: E,
  payload: RoomEvents<'active-warrants'>[E],
): Change => changeIn('active-warrants', {}, event, payload)

/** Tells a member's open pages of their drafts. */
export const emitOwnWarrants = <E extends keyof RoomEvents<'own-warrants'>>(
  emit: Emit,
  userId: number,
  event: E,
  payload: RoomEvents<'own-warrants'>[E],
): Promise<void> => emit('own-warrants', { userId }, event, payload)
