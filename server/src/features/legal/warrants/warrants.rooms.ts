import { accessSubject, type WarrantCounts, isAllowed, legalStaff, signsWarrants } from '@tenfour/contract'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { changesOf, readAtOnce, streamSeqs } from '../../../platform/database/streams.ts'
import type { RoomSource } from '../../../platform/realtime/rooms.ts'
import { listDrafts } from './warrants.drafts.repo.ts'
import { countTabs, undecidedOf } from './warrants.lists.ts'
import { activeWarrantsStream, ownWarrantsStream, warrantsStream } from './warrants.streams.ts'

export const warrantsRoom = (db: Db): RoomSource<'warrants'> => changesOf(db, warrantsStream)
export const activeWarrantsRoom = (db: Db): RoomSource<'active-warrants'> => changesOf(db, activeWarrantsStream)

/** Null for those who are no legal staff. */
async function countsOf(tx: Tx, userId: number): Promise<WarrantCounts | null> {
  const loaded = await loadCurrentUser(tx, userId)
  const subject = loaded && accessSubject(loaded.user)
  if (!subject || !isAllowed(legalStaff, subject)) return null
  return countTabs(tx, { userId, isLegal: true, maySign: isAllowed(signsWarrants, subject) })
}

export const ownWarrantsRoom = (db: Db): RoomSource<'own-warrants'> => ({
  snapshot: (_actor, { userId }) =>
    readAtOnce(db, async (tx) => {
      const [seq = 0] = await streamSeqs(tx, [ownWarrantsStream(userId)])
      const drafts = await listDrafts(tx, { writerId: userId })
      return { seq, state: { drafts, own: await undecidedOf(tx, userId), counts: await countsOf(tx, userId) } }
    }),
  currentSeqs: (params) =>
    streamSeqs(
      db,
      params.map(({ userId }) => ownWarrantsStream(userId)),
    ),
})
