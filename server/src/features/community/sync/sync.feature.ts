import {
  cancelHeldRun,
  confirmHeldRun,
  discordAdmin,
  fixAllDiscordDrift,
  fixDiscordDrift,
  followDiscordGuild,
  keepDiscordDrift,
  listDiscordDrift,
  listHeldRuns,
  previewDiscordSync,
  unfollowDiscordGuild,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { createCollector } from '../../../platform/collect.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, enqueue } from '../../../platform/jobs/jobs.ts'
import { amongThose, anyRoom, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import { syncErrands } from './sync.errands.ts'
import { tryStuck } from './sync.run.ts'
import { createSyncService } from './sync.service.ts'

const SOON_MS = 300
/** The delay after errands, of which there may be thousands in a row. */
const LATER_MS = 2000
const TRY_AGAIN = { everyMs: 5000, soonMs: 300 }
const follow = { name: 'discord-follow', payload: z.object({}) } as const

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly background: { readonly db: Db }
  readonly log: { readonly error: (details: object, message: string) => void }
}
type SyncFeature = CommunityFeature & {
  /** Plans soon, because roles in Discord have to follow a change. */
  readonly planSoon: () => void
}

export function syncFeature({ db, publish, background, log }: Deps): SyncFeature {
  const sync = createSyncService({ db, publish })
  const inJobs = createSyncService({ db: background.db, publish })
  let timer: NodeJS.Timeout | undefined
  let later: NodeJS.Timeout | undefined
  let isStopped = false
  /** Plans changes that are close together at once. The job of the next minute finds what is missed here. */
  const plan = () => {
    clearTimeout(timer)
    clearTimeout(later)
    timer = later = undefined
    enqueue(db, follow, {}, { key: follow.name }).catch((error: unknown) =>
      log.error({ err: error }, 'the roles of Discord servers could not be planned'),
    )
  }
  const planSoon = () => {
    if (!isStopped) timer ??= setTimeout(plan, SOON_MS)
  }
  /** Collects servers, because Discord reports each role that moves when one is moved. */
  const trying = createCollector<string>({
    ...TRY_AGAIN,
    work: async (guildIds) => {
      for (const guildId of guildIds) await db.transaction().execute((tx) => tryStuck(tx, guildId))
      planSoon()
    },
    onError: (error) => log.error({ err: error }, 'roles and nicknames in Discord could not be tried again'),
  })
  const planLater = () => {
    if (!isStopped) later ??= setTimeout(plan, LATER_MS)
  }
  return {
    name: 'sync',
    routes: async (app) => {
      route(app, previewDiscordSync, (_actor, { params, query }) => sync.preview(params.guildId, query))
      route(app, followDiscordGuild, (actor, { params, body }) => sync.follow(actor, params.guildId, body.digest))
      route(app, unfollowDiscordGuild, (actor, { params }) => sync.unfollow(actor, params.guildId))
      route(app, listDiscordDrift, (actor, { params, query }) => sync.drift(actor, params.guildId, query))
      route(app, fixDiscordDrift, (actor, { params, body }) => sync.fix(actor, params.guildId, body))
      route(app, keepDiscordDrift, (actor, { params, body }) => sync.keep(actor, params.guildId, body))
      route(app, fixAllDiscordDrift, (actor, { params, body }) => sync.fixAll(actor, params.guildId, body))
      route(app, listHeldRuns, () => sync.heldRuns())
      route(app, confirmHeldRun, (actor, { params, body }) => sync.confirm(actor, params.runId, body.digest))
      route(app, cancelHeldRun, (actor, { params }) => sync.cancel(actor, params.runId))
    },
    jobs: [defineJob({ ...follow, schedule: '* * * * *', work: () => inJobs.followAll() })],
    waiting: [heldRemovals],
    access: { userChanged: planSoon, missed: planSoon },
    reactions: { entitlementsChanged: async () => planSoon(), linkChanged: async () => planSoon() },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(later)
    },
    close: trying.close,
    errandKinds: syncErrands({ db, after: planLater }),
    botPart: {
      memberChanged: async () => planSoon(),
      guildRead: async (guildId) => {
        trying.add(guildId)
        planSoon()
      },
      rightsChanged: async (guildId) => trying.add(guildId),
    },
    planSoon,
  }
}

const heldRemovals: Waiting = {
  id: 'held-removals',
  access: discordAdmin,
  // A run that begins to wait has no event of its own.
  changedBy: [anyRoom('discord', 'drift.changed'), ownRoom('waiting')],
  count: amongThose(
    () => sql<{ count: number }>`select count(*)::integer as count from discord_runs r join discord_guilds g on g.id = r.guild_id
      where r.state = 'held' and g.left_at is null`,
    () => true,
  ),
  words: counted('removal of Discord roles to confirm', 'removals of Discord roles to confirm'),
  path: '/discord/sync',
}
