import type { FastifyBaseLogger } from 'fastify'
import { createCollector } from '../../../platform/collect.ts'
import type { Db } from '../../../platform/database/database.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import type { BotPart, CommunityFeature } from '../bot/bot.port.ts'
import { createAnnouncementPosts } from './posts.announcements.ts'
import { askToCheck, checkErrand, noteDeletedAnywhere } from './posts.deleted.ts'
import { createInvitationPosts, invitationErrand } from './posts.invitations.ts'
import { createLogEvents } from './posts.log-events.ts'
import { postJobs } from './posts.jobs.ts'
import { postErrands } from './posts.keep.ts'
import { lineErrands, logLines } from './posts.lines.ts'
import { createDirectPace, type DirectTiming } from './posts.pace.ts'
import { createPatrolNotices, patrolCommand } from './posts.patrol.ts'
import { postsPlugin } from './posts.plugin.ts'
import { createPreferences, preferenceExport } from './posts.preferences.ts'
import { createTextService } from './posts.texts.ts'

/** Messages that are deleted together are looked up together, once those that were being sent are noted. */
const DELETED = { everyMs: 1000, soonMs: 500 }

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly redis: Redis | undefined
  readonly portalUrl: string | undefined
  readonly sealer: Sealer
  readonly log: FastifyBaseLogger
  readonly directTiming?: DirectTiming | undefined
  /** A member's choice has changed: roles in Discord may have to follow. */
  readonly rolesChanged: () => void
}

export function postsFeature({ db, background, redis, portalUrl, sealer, log, directTiming, rolesChanged }: Deps): CommunityFeature {
  const { announcementChanged, channelTyped, reconcile } = createAnnouncementPosts({ portalUrl })
  const patrolNotices = createPatrolNotices({ db })
  const services = {
    events: createLogEvents({ db }),
    texts: createTextService({ db }),
    countText: createHourlyLimit('discord-texts', AN_HOUR.discordTexts, redis),
    patrolNotices,
    invitations: createInvitationPosts({ db, sealer, portalUrl }),
    preferences: createPreferences({ db, rolesChanged }),
  }
  const deleted = createCollector<string>({
    ...DELETED,
    work: (messageIds) => noteDeletedAnywhere(background.db, messageIds),
    onError: (error) => log.warn({ err: error }, 'messages deleted in Discord could not be looked up'),
  })
  const botPart: BotPart = {
    ...patrolCommand({ db, notices: patrolNotices, portalUrl }),
    memberChanged: async (guildId, discordId, change) => {
      // A trigger logs members who leave, because it still has their names.
      if (change !== 'joined') return
      const member = await db
        .selectFrom('discord_members')
        .select(['display_name', 'is_bot'])
        .where('guild_id', '=', guildId)
        .where('discord_id', '=', discordId)
        .executeTakeFirst()
      if (member && !member.is_bot) await logLines(db, 'MemberLogs', guildId, [{ kind: 'joined', discordId, name: member.display_name }])
    },
    messagesDeleted: async (messageIds) => deleted.add(...messageIds),
    guildRead: (guildId) => askToCheck(db, guildId),
  }
  return {
    name: 'posts',
    routes: (app) => postsPlugin(app, services),
    jobs: postJobs({ db: background.db, reconcile }),
    close: deleted.close,
    botPart,
    errandKinds: [
      ...postErrands(db),
      checkErrand(db),
      invitationErrand({ db, sealer }),
      ...lineErrands({ db, portalUrl, pace: createDirectPace(directTiming) }),
    ],
    reactions: { channelTyped, announcementChanged },
    accountExport: preferenceExport(db),
  }
}
