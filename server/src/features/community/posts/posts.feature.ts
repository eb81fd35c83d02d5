import type { RedisClientType } from 'redis'
import type { Db } from '../../../platform/database/database.ts'
import type { Feature } from '../../../platform/feature.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { BotPart } from '../bot/bot.port.ts'
import { createAnnouncementPosts } from './posts.announcements.ts'
import { createLogEvents } from './posts.events.ts'
import { postJobs } from './posts.jobs.ts'
import { postErrands } from './posts.keep.ts'
import { lineErrands, logLines } from './posts.lines.ts'
import { createPatrolNotices, patrolCommand } from './posts.patrol.ts'
import { postsPlugin } from './posts.plugin.ts'
import { createPreferences } from './posts.preferences.ts'
import { createTextService } from './posts.texts.ts'

export { preferenceExport } from './posts.preferences.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly redis: RedisClientType | undefined
  readonly portalUrl: string | undefined
  /** Roles in Discord may have to follow. */
  readonly rolesChanged: () => void
}

export function postsFeature({ db, background, redis, portalUrl, rolesChanged }: Deps) {
  const { announcementChanged, channelTyped, reconcile } = createAnnouncementPosts({ portalUrl })
  const patrolNotices = createPatrolNotices({ db })
  const services = {
    events: createLogEvents({ db }),
    texts: createTextService({ db, count: createHourlyLimit('discord-texts', AN_HOUR.discordTexts, redis) }),
    patrolNotices,
    preferences: createPreferences({ db, rolesChanged }),
  }
  const botPart: BotPart = {
    ...patrolCommand({ db, notices: patrolNotices, portalUrl }),
    memberChanged: async (guildId, discordId, change) => {
      // Who leaves is noticed by the database, which still has the name.
      if (change !== 'joined') return
      const member = await db
        .selectFrom('discord_members')
        .select(['display_name', 'is_bot'])
        .where('guild_id', '=', guildId)
        .where('discord_id', '=', discordId)
        .executeTakeFirst()
      if (member && !member.is_bot) await logLines(db, 'MemberLogs', guildId, [{ kind: 'joined', discordId, name: member.display_name }])
    },
  }
  return {
    name: 'posts',
    routes: (app) => postsPlugin(app, services),
    jobs: postJobs({ db: background.db, reconcile }),
    botPart,
    errandKinds: [...postErrands(db), ...lineErrands({ db, portalUrl })],
    channelTyped,
    announcementChanged,
  } satisfies Feature & Record<string, unknown>
}
