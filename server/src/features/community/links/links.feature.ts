import { sql } from 'kysely'
import { z } from 'zod'
import type { FastifyBaseLogger } from 'fastify'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { AN_HOUR } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { createPasswordCheck } from '../../people/users/users.port.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import { createApplicantLinks, type ApplicantLinks } from './links.applicants.ts'
import { linkCommand } from './links.bot.ts'
import { createLinkCodes } from './links.codes.ts'
import { createDoor } from './links.door.ts'
import { createDiscordJoin } from './links.join.ts'
import { createDiscordOAuth } from './links.oauth.ts'
import { linksPlugin } from './links.plugin.ts'
import * as repo from './links.repo.ts'
import { createLinkService, type FindClient } from './links.service.ts'
import { createDiscordSignIn } from './links.sign-in.ts'
import { createDiscordStates } from './links.states.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly attempts: AttemptGuard
  readonly log: FastifyBaseLogger
  readonly portalUrl: string | undefined
  /** Null while Discord is not set up. */
  readonly client: FindClient
  readonly happened: Happened
  readonly settings: Settings
}

type LinksFeature = CommunityFeature & {
  readonly canSignIn: () => Promise<boolean>
  readonly canJoin: () => Promise<boolean>
  readonly applicantLinks: ApplicantLinks
}

export function linksFeature({ db, background, publish, redis, attempts, log, portalUrl, client, happened, settings }: Deps): LinksFeature {
  const oauth = createDiscordOAuth({ log })
  const states = createDiscordStates({ db, oauth, portalUrl })
  const checkPassword = createPasswordCheck({ db, attempts })
  const links = createLinkService({ db, publish, client, oauth, states, checkPassword, happened })
  const codes = createLinkCodes({ db, publish, links, checkPassword })
  const countStart = createHourlyLimit('discord-sign-ins', AN_HOUR.discordSignIns, redis)
  const signIn = createDiscordSignIn({ db, client, oauth, states, countStart })
  const join = createDiscordJoin({ db, publish, redis, settings, client, oauth, states, signIn, happened })
  const door = createDoor({ db, client })
  const countLink = createHourlyLimit('discord-links', AN_HOUR.discordLinks, redis)
  const countCode = createHourlyLimit('discord-link-codes', AN_HOUR.discordLinkCodes, redis)
  return {
    name: 'links',
    accountExport: { discord: ({ userId }) => repo.linkOf(db, userId) },
    routes: (app) => linksPlugin(app, { links, codes, signIn, join, door, countLink }),
    jobs: [
      defineJob({
        name: 'discord-sign-ins-prune',
        payload: z.object({}),
        schedule: '*/10 * * * *',
        work: async () => {
          await sql`delete from discord_sign_ins where expires_at < now()`.execute(background.db)
          await sql`delete from discord_link_codes where expires_at < now()`.execute(background.db)
        },
      }),
    ],
    close: oauth.close,
    botPart: linkCommand({ db, codes, portalUrl, countCode }),
    canJoin: join.isOn,
    applicantLinks: createApplicantLinks({ client, oauth, states, countStart, happened }),
    canSignIn: async () => (await client()) !== null,
  }
}
