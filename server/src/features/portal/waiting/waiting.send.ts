import { accessSubject } from '@tenfour/contract'
import { z } from 'zod'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { Waiting, WaitingMember } from '../../../platform/waiting.ts'
import { readersOfWaiting, tellWaiting } from '../../community/posts/posts.port.ts'
import { countWaiting, itemsOf } from './waiting.count.ts'

type Deps = { readonly db: Db; readonly kinds: readonly Waiting[]; readonly switches: Pick<Switches, 'isOn'> }

export const waitingJob = (deps: Deps): Job =>
  defineJob({ name: 'waiting-send', payload: z.object({}), schedule: '*/5 * * * *', work: () => sendWaiting(deps) })

/** Tells members in Discord what newly waits for them: at most one message an hour, and nothing about what they began themselves. */
export async function sendWaiting({ db, kinds, switches }: Deps): Promise<void> {
  const told = kinds.filter(({ isOwnDoing, featureSwitch }) => !isOwnDoing && switches.isOn(featureSwitch))
  const readers = await readersOfWaiting(db)
  const members = new Map<number, WaitingMember>()
  for (const { userId } of readers) {
    const loaded = await loadCurrentUser(db, userId)
    if (loaded) members.set(userId, { userId, user: loaded.user, subject: accessSubject(loaded.user) })
  }
  const counts = await countWaiting(db, told, [...members.values()])
  for (const { userId, known, maySend } of readers) {
    const member = members.get(userId)
    const current = counts.get(userId)
    if (!member || !current) continue
    const news = itemsOf(told, member, current).filter(({ id, count }) => known !== null && count > (known[id] ?? 0))
    const isSent = maySend && news.length > 0
    // Things that could not be sent yet stay news.
    const next = Object.fromEntries(
      [...current].map(([id, count]) => [id, isSent || known === null ? count : Math.min(count, known[id] ?? 0)]),
    )
    if (!isSent && JSON.stringify(sorted(next)) === JSON.stringify(known && sorted(known))) continue
    await db.transaction().execute((tx) => tellWaiting(tx, userId, { counts: next, words: isSent ? news.map(({ words }) => words) : [] }))
  }
}

/** In one order, whichever the database returns. */
const sorted = (counts: Readonly<Record<string, number>>) => Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other))
