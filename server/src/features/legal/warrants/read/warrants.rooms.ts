import { accessSubject, type WarrantCounts, isAllowed, legalStaff, signsWarrants } from '@tenfour/contract'
import { loadCurrentUser } from '../../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { changesRoom, streamRoom, type RoomSource } from '../../../../platform/realtime/rooms.ts'
import { listDrafts } from '../drafts/warrants.drafts.repo.ts'
import { countTabs, undecidedOf } from './warrants.lists.ts'

export const warrantsRoom = (db: Db): RoomSource<'warrants'> => changesRoom(db, 'warrants')
export const activeWarrantsRoom = (db: Db): RoomSource<'active-warrants'> => changesRoom(db, 'active-warrants')

/** Null for those who are no legal staff. */
async function countsOf(tx: Tx, userId: number): Promise<WarrantCounts | null> {
  const loaded = await loadCurrentUser(tx, userId)
  const subject = loaded && accessSubject(loaded.user)
  if (!subject || !isAllowed(legalStaff, subject)) return null
  return countTabs(tx, { userId, isLegal: true, maySign: isAllowed(signsWarrants, subject) })
}

export const ownWarrantsRoom = (db: Db): RoomSource<'own-warrants'> =>
  streamRoom(db, 'own-warrants', async (tx, { userId }) => {
    const drafts = await listDrafts(tx, { writerId: userId })
    return { drafts, own: await undecidedOf(tx, userId), counts: await countsOf(tx, userId) }
  })
