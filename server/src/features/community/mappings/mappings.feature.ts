import { changeMapping, decideOnLosses, discordAdmin, listRoleMappings, previewMappingChange } from '@tenfour/contract'
import { z } from 'zod'
import { createCollector } from '../../../platform/collect.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { route } from '../../../platform/http/route.ts'
import { defineJob, enqueue } from '../../../platform/jobs/jobs.ts'
import { amongThose, anyRoom, counted, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import type { FollowDeps } from './mappings.follow.ts'
import { countHeld, countPaused, ledDepartments } from './mappings.repo.ts'
import { createMappingService } from './mappings.service.ts'

type Deps = FollowDeps & {
  readonly db: Db
  readonly publish: Publish
  readonly background: { readonly db: Db }
  readonly log: { readonly error: (details: object, message: string) => void }
}

const follow = { name: 'discord-mappings', payload: z.object({}) } as const
/** Changes that are close together are followed at once. The job of the next minute finds what is missed here. */
const SOON = { everyMs: 500, soonMs: 300 }

export function mappingsFeature({ db, publish, background, log, authorize }: Deps): CommunityFeature {
  const mappings = createMappingService({ db, publish, authorize })
  const inJobs = createMappingService({ db: background.db, publish, authorize })
  const soon = createCollector<true>({
    ...SOON,
    work: async () => {
      if ((await ledDepartments(db)).length > 0) await enqueue(db, follow, {}, { key: follow.name })
    },
    onError: (error) => log.error({ err: error }, 'departments that Discord leads could not be followed'),
  })
  let isStopped = false
  const followSoon = () => {
    if (!isStopped) soon.add(true)
  }
  return {
    name: 'mappings',
    routes: async (app) => {
      route(app, listRoleMappings, () => mappings.list())
      route(app, previewMappingChange, (actor, { body }) => mappings.preview(actor, body.change))
      route(app, changeMapping, (actor, { body }) => mappings.change(actor, body))
      route(app, decideOnLosses, (actor, { params, body }) => mappings.decide(actor, params.departmentId, body))
    },
    jobs: [defineJob({ ...follow, schedule: '* * * * *', work: () => inJobs.followAll() })],
    waiting: [pausedMappings, heldLosses],
    access: { userChanged: followSoon, missed: followSoon },
    reactions: { entitlementsChanged: async () => followSoon(), linkChanged: async () => followSoon() },
    botPart: { memberChanged: async () => followSoon(), guildRead: async () => followSoon() },
    stop: () => {
      isStopped = true
    },
    close: soon.close,
  }
}

const everyone = () => true
const changedBy = [anyRoom('discord', 'mappings.changed'), ownRoom('waiting')]
const pausedMappings: Waiting = {
  id: 'paused-mappings',
  access: discordAdmin,
  changedBy,
  count: amongThose(() => countPaused, everyone),
  words: counted('paused mapping of a Discord role', 'paused mappings of Discord roles'),
  path: '/discord/mappings',
}
const heldLosses: Waiting = {
  id: 'held-losses',
  access: discordAdmin,
  changedBy,
  count: amongThose(() => countHeld, everyone),
  words: counted('department with losses to confirm', 'departments with losses to confirm'),
  path: '/discord/mappings',
}
