import { placeOf, warrantNumber, type RoomEvents, type WarrantAlert } from '@tenfour/contract'
import type { Tx } from '../../../../platform/database/database.ts'
import { changeIn, type Change, type Emit, type EmitAll } from '../../../../platform/database/transaction.ts'
import { isRowKept, toSummary, type WarrantRow } from '../read/warrants.rows.ts'
import { membersWhoMayKnow, type Recipient } from './warrants.recipients.ts'

/** A signed warrant as units on duty get it. */
export function toAlert(row: WarrantRow): WarrantAlert {
  if (row.signed_at === null || row.expires_at === null) throw new Error(`warrant ${row.id} is not signed`)
  return {
    warrantId: row.id,
    number: warrantNumber(row.year, row.number),
    type: row.type,
    characterId: row.character_id,
    vehicleId: row.vehicle_id,
    subjectName: row.subject_name,
    about: row.about,
    bail: row.bail,
    signedBy: row.signer_name ?? '',
    signedAt: row.signed_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isConfidential: row.is_confidential,
    version: row.version,
  }
}

/** The members who are told of a confidential warrant one by one; nobody for a warrant that goes to the shared rooms. */
const membersToTell = (tx: Tx, row: WarrantRow | null): Promise<Recipient[]> =>
  row && isRowKept(row) ? membersWhoMayKnow(tx, row) : Promise.resolve([])

/**
 * Tells open pages of a step. A warrant that is or was kept from the member it is about goes to each member who may know of it, and never to the
 * shared rooms.
 *
 * Nobody is told later: a member who comes on duty for a named department, or gets a role that signs, finds a confidential warrant in their next
 * lookup or list; a member who leaves keeps what they were told until they look again.
 */
export async function emitStep(tx: Tx, emitAll: EmitAll, before: WarrantRow | null, after: WarrantRow): Promise<void> {
  const changes: Change[] = []
  const warrant = toSummary(after)
  const { warrantId, state } = warrant
  const was = before && placeOf(toSummary(before))
  const wasKept = before !== null && isRowKept(before)
  const isOpen = !isRowKept(after)
  const begins = state === 'active' && before?.state !== 'active'
  const ends = state !== 'active' && before?.state === 'active'

  if (isOpen) changes.push(inWarrants('warrant.saved', { warrant, was: wasKept ? null : was }))
  else if (was && !wasKept) changes.push(inWarrants('warrant.left', { warrantId, was }))

  if (begins && isOpen) changes.push(inActiveWarrants('alert.saved', toAlert(after)))
  if (ends && !wasKept) changes.push(inActiveWarrants('alert.ended', { warrantId, state }))

  changes.push(inOwnWarrants(after.writer_id, 'own.saved', warrant))
  const [knew, know] = [await membersToTell(tx, before), await membersToTell(tx, after)]
  for (const { userId, isLegal, isUnit } of know) {
    const knewIt = knew.some((each) => each.userId === userId)
    if (isLegal) changes.push(inOwnWarrants(userId, 'confidential.saved', { warrant, was: knewIt ? was : null }))
    if (isUnit && begins) changes.push(inOwnWarrants(userId, 'alert.saved', toAlert(after)))
  }
  for (const { userId, isLegal, isUnit } of knew) {
    const knowsIt = know.some((each) => each.userId === userId)
    if (isLegal && !knowsIt && was) changes.push(inOwnWarrants(userId, 'confidential.left', { warrantId, was }))
    if (isUnit && ends) changes.push(inOwnWarrants(userId, 'alert.ended', { warrantId, state }))
  }
  await emitAll(changes)
}

/** A change for all legal staff: never of a confidential warrant. */
const inWarrants = <E extends keyof RoomEvents<'warrants'>>(event: E, payload: RoomEvents<'warrants'>[E]): Change =>
  changeIn('warrants', {}, event, payload)

/** A change for one member's open pages: of their own warrants, and of confidential ones that they may know of. */
const inOwnWarrants = <E extends keyof RoomEvents<'own-warrants'>>(
  userId: number,
  event: E,
  payload: RoomEvents<'own-warrants'>[E],
): Change => changeIn('own-warrants', { userId }, event, payload)

/** A change for units on duty: never of a confidential warrant. */
const inActiveWarrants = <E extends keyof RoomEvents<'active-warrants'>>(event: E, payload: RoomEvents<'active-warrants'>[E]): Change =>
  changeIn('active-warrants', {}, event, payload)

/** Tells a member's open pages about their drafts. */
export const emitOwnWarrants = <E extends keyof RoomEvents<'own-warrants'>>(
  emit: Emit,
  userId: number,
  event: E,
  payload: RoomEvents<'own-warrants'>[E],
): Promise<void> => emit('own-warrants', { userId }, event, payload)
