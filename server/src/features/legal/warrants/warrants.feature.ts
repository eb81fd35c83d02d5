import {
  accessSubject,
  courtName,
  isAllowed,
  legal,
  legalStaff,
  signsWarrants,
  WARRANT_DAYS,
  warrantsSwitch,
  warrantWriters,
  type WarrantCounts,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { changesRoom, streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { anyRoom, counted, oneByOne, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import { waitingForWriter } from '../../records/drafts/drafts.port.ts'
import { expiryJob } from './decide/warrants.expire.ts'
import { listDrafts } from './drafts/warrants.drafts.repo.ts'
import { createKeptEnd } from './history/warrants.kept-end.ts'
import { countActive, countTabs, countToDecide, undecidedOf } from './read/warrants.lists.ts'
import { viewerOf } from './read/warrants.viewers.ts'
import type { WarrantDeps } from './warrants.deps.ts'
import { warrantRoutes } from './warrants.plugin.ts'

export function warrantsFeature(deps: WarrantDeps & { readonly log: Pick<FastifyBaseLogger, 'error'> }): Feature {
  const { background, historyKey: key, historyEndFile: file, log } = deps
  const keptEnd = createKeptEnd({ db: background.db, key, file, report: (problem) => log.error(`history of warrants: ${problem}`) })
  return {
    name: 'warrants',
    settings: [courtName, ...Object.values(WARRANT_DAYS)],
    routes: async (app) => {
      warrantRoutes(app, deps, keptEnd)
    },
    rooms: { warrants: warrantsRoom(deps.db), 'own-warrants': ownWarrantsRoom(deps.db), 'active-warrants': activeWarrantsRoom(deps.db) },
    waiting: [warrantsToDecide, own.returned, own.drafts],
    jobs: [expiryJob(deps)],
    switches: [{ featureSwitch: warrantsSwitch, open: async () => [activeWarrants(await countActive(deps.db))] }],
    stop: keptEnd.stop,
    close: async () => void (await keptEnd.follow().catch(() => undefined)),
  }
}

const activeWarrants = (count: number) => ({ count, text: count === 1 ? '1 warrant is active' : `${count} warrants are active` })

const warrantsRoom = (db: Db): RoomSource<'warrants'> => changesRoom(db, 'warrants')
const activeWarrantsRoom = (db: Db): RoomSource<'active-warrants'> => changesRoom(db, 'active-warrants')

/** The counts of the tabs; null for members who are not legal staff. */
async function countsOf(tx: Tx, userId: number): Promise<WarrantCounts | null> {
  const loaded = await loadCurrentUser(tx, userId)
  const subject = loaded && accessSubject(loaded.user)
  if (!subject || !isAllowed(legalStaff, subject)) return null
  return countTabs(tx, { userId, isLegal: true, maySign: isAllowed(signsWarrants, subject) })
}

const ownWarrantsRoom = (db: Db): RoomSource<'own-warrants'> =>
  streamRoom(db, 'own-warrants', async (tx, { userId }) => {
    const drafts = await listDrafts(tx, { writerId: userId })
    return { drafts, own: await undecidedOf(tx, userId), counts: await countsOf(tx, userId) }
  })

/** The warrants under 'Waiting for you' of Manage Warrants, without those that the member wrote. */
const warrantsToDecide: Waiting = {
  id: 'warrants-to-decide',
  featureSwitch: warrantsSwitch,
  access: legalStaff,
  changedBy: [anyRoom('warrants', 'warrant.saved', 'warrant.left'), ownRoom('own-warrants')],
  count: oneByOne((db, member) => countToDecide(db, viewerOf(member))),
  words: counted('warrant to review or sign', 'warrants to review or sign'),
  path: ({ subject }) => (isAllowed(legal, subject) ? '/warrants' : '/user/legal'),
}

const own = waitingForWriter({
  noun: 'warrant',
  isReturned: sql`w.state = 'returned'`,
  featureSwitch: warrantsSwitch,
  access: warrantWriters,
  changedBy: [ownRoom('own-warrants')],
  path: '/user/warrants',
})
