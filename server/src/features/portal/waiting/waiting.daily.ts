import { accessSubject, getDailyMail, saveDailyMail, type DailyMail } from '@tenfour/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { Waiting, WaitingMember } from '../../../platform/waiting.ts'
import type { Mails } from '../../people/mails/mails.port.ts'
import { countWaiting, itemsOf } from './waiting.count.ts'

/** A mail that is not sent by then would come on the next day. */
const USEFUL_MS = 6 * 60 * 60 * 1000
/** Members that are counted together. */
const MAX_AT_ONCE = 100

type Deps = {
  readonly db: Db
  readonly kinds: readonly Waiting[]
  readonly switches: Pick<Switches, 'isOn'>
  readonly mails: Mails
}

export const dailyMailJob = (deps: Deps): Job =>
  defineJob({ name: 'waiting-mail', payload: z.object({}), dailyAt: '17:07', work: () => mailWaiting(deps) })

/** Mails members who want it what waits for them, once on a day of the community, and nothing where nothing waits. */
export async function mailWaiting({ db, kinds, switches, mails }: Deps): Promise<void> {
  if (!mails.isOn) return
  const told = kinds.filter(({ isOwnDoing, featureSwitch }) => !isOwnDoing && switches.isOn(featureSwitch))
  for (let after = 0; ;) {
    const { rows } = await sql<{ userId: number }>`
      select user_id as "userId" from daily_mails
      where user_id > ${after} and sent_on is distinct from community_today() order by user_id limit ${MAX_AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.userId
    const members: WaitingMember[] = []
    for (const { userId } of rows) {
      const loaded = await loadCurrentUser(db, userId)
      if (loaded) members.push({ userId, user: loaded.user, subject: accessSubject(loaded.user) })
    }
    const counts = await countWaiting(db, told, members)
    for (const member of members) {
      const items = itemsOf(told, member, counts.get(member.userId) ?? new Map())
      if (items.length > 0)
        await mailMember(
          { db, mails },
          member,
          items.map(({ words }) => words),
        )
    }
  }
}

/** Of two portals that do this at once, one sends the mail. */
const mailMember = ({ db, mails }: Pick<Deps, 'db' | 'mails'>, { userId, user }: WaitingMember, items: readonly string[]) =>
  db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update daily_mails set sent_on = community_today()
      where user_id = ${userId} and sent_on is distinct from community_today()`.execute(tx)
    if (!numAffectedRows) return
    const { name, emailAddress: to } = user
    await mails.queue(tx, { kind: 'waiting', to, userId, name, data: { items }, until: new Date(Date.now() + USEFUL_MS) })
  })

/** Members choose for themselves. */
export function dailyMailRoutes(app: FastifyInstance, { db, mails }: Pick<Deps, 'db' | 'mails'>): void {
  const read = async (userId: number): Promise<DailyMail> => {
    const row = await db.selectFrom('daily_mails').select('user_id').where('user_id', '=', userId).executeTakeFirst()
    return { isOn: row !== undefined }
  }
  route(app, getDailyMail, ({ userId }) => read(userId))
  route(app, saveDailyMail, async ({ userId }, { body: { isOn } }) => {
    if (!isOn) await db.deleteFrom('daily_mails').where('user_id', '=', userId).execute()
    else if (!mails.isOn) throw new AppError('conflict', 'This portal sends no mails')
    else
      await db
        .insertInto('daily_mails')
        .values({ user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return read(userId)
  })
}
