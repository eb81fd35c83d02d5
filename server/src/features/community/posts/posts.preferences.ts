import type { DirectRefusal, DiscordPreferences, getDiscordPreferences, ResponseOf } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { linkOf } from '../links/links.port.ts'
import { forgetRefusal } from './posts.direct.ts'

type Deps = {
  readonly db: Db
  /** A member's choice has changed: roles in Discord may have to follow. */
  readonly rolesChanged: () => void
}
export type PreferenceService = ReturnType<typeof createPreferences>
type Preferences = ResponseOf<typeof getDiscordPreferences>

/** The notices that members choose to get through Discord: none by default. */
export function createPreferences({ db, rolesChanged }: Deps) {
  const get = async ({ userId }: Actor): Promise<Preferences> => {
    const [row, { rows }] = await Promise.all([
      db
        .selectFrom('discord_preferences')
        .select(['sends_notices', 'patrol_notify', 'sends_waiting'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
      sql<{ found: boolean; refusal: DirectRefusal | null }>`
        select
          (select d.refusal from discord_links l join discord_direct d on d.discord_id = l.discord_id where l.user_id = ${userId}) as refusal,
          exists (select from discord_roles r join discord_guilds g on g.id = r.guild_id and g.left_at is null and g.followed_at is not null
          where r.type = 'PATROL_NOTIFY' and r.gone_at is null and r.id <> r.guild_id and not r.is_managed and not is_powerful(r.permissions)) as found
      `.execute(db),
    ])
    const refusal = rows[0]?.refusal ?? null
    return {
      sendsNotices: row?.sends_notices ?? false,
      patrolNotify: row?.patrol_notify ?? false,
      sendsWaiting: row?.sends_waiting ?? false,
      hasPatrolRole: rows[0]?.found === true,
      ...(refusal !== null && { refusal }),
    }
  }
  return {
    get,
    set: async (actor: Actor, { sendsNotices, patrolNotify, sendsWaiting }: DiscordPreferences): Promise<Preferences> => {
      const isAny = sendsNotices || patrolNotify || sendsWaiting === true
      if (isAny && !(await linkOf(db, actor.userId))) throw new AppError('conflict', 'Link your Discord account first')
      const chosen = {
        sends_notices: sendsNotices,
        patrol_notify: patrolNotify,
        ...(sendsWaiting !== undefined && { sends_waiting: sendsWaiting }),
      }
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('discord_preferences')
          .values({ user_id: actor.userId, ...chosen })
          .onConflict((oc) => oc.column('user_id').doUpdateSet(chosen))
          .execute()
        if (sendsNotices || sendsWaiting) await forgetRefusal(tx, actor.userId)
      })
      rolesChanged()
      return get(actor)
    },
  }
}

/** The notices that a member chose, in their data export. */
export const preferenceExport = (db: Db) => ({
  discordPreferences: async ({ userId }: Actor): Promise<DiscordPreferences> => {
    const row = await db
      .selectFrom('discord_preferences')
      .select(['sends_notices as sendsNotices', 'patrol_notify as patrolNotify', 'sends_waiting as sendsWaiting'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row ?? { sendsNotices: false, patrolNotify: false }
  },
})
