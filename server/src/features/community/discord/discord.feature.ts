import {
  forgetDiscordGuild,
  checkDiscord,
  getDiscord,
  getDiscordConnection,
  getDiscordGuild,
  removeDiscordGuild,
  saveDiscordConnection,
  setDiscordChannelType,
  setDiscordRoleType,
} from '@tenfour/contract'
import { z } from 'zod'
import { route } from '../../../platform/http/route.ts'
import type { DiscordEnvironment } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { ErrandKind } from '../errands/errands.port.ts'
import { createConnectionService } from './discord.connection.ts'
import { createCredentials, type Credentials } from './discord.credentials.ts'
import { createDiscordService, leaveGuild } from './discord.service.ts'
import { forgetOldMembers, noteSilentBot, readBot } from './discord.repo.ts'
import { botChange, discordRoom } from './discord.room.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly sealer: Sealer
  readonly discord: DiscordEnvironment
  readonly portalUrl: string | undefined
  readonly runsBot: boolean
  readonly happened: Happened
}
type DiscordFeature = Feature & {
  readonly errandKinds: readonly ErrandKind[]
  /** Whether there is a bot, also if only another node has its token. */
  readonly hasBot: () => Promise<boolean>
  readonly credentials: Credentials
}

/** How long the members of a server that the bot has left are kept. */
const KEPT_DAYS = 30

export function discordFeature({
  db,
  background,
  publish,
  sealer,
  discord: environment,
  portalUrl,
  runsBot,
  happened,
}: Deps): DiscordFeature {
  const credentials = createCredentials({ db, sealer, environment, portalUrl })
  const connection = createConnectionService({ db, credentials, portalUrl, runsBot })
  const discord = createDiscordService({ db, publish, credentials, happened })
  return {
    name: 'discord',
    routes: async (app) => {
      route(app, getDiscordConnection, () => connection.get())
      route(app, saveDiscordConnection, (actor, { body }) => connection.save(actor, body))
      route(app, checkDiscord, () => connection.check())
      route(app, getDiscord, () => discord.get())
      route(app, getDiscordGuild, (_actor, { params }) => discord.guild(params.guildId))
      route(app, forgetDiscordGuild, (actor, { params }) => discord.forget(actor, params.guildId))
      route(app, removeDiscordGuild, (actor, { params }) => discord.remove(actor, params.guildId))
      route(app, setDiscordChannelType, (actor, { params, body }) => discord.setChannelType(actor, params.channelId, body))
      route(app, setDiscordRoleType, (actor, { params, body }) => discord.setRoleType(actor, params.roleId, body))
    },
    rooms: { discord: discordRoom(db) },
    jobs: [
      // A node that dies can't report that its bot has stopped.
      defineJob({
        name: 'discord-bot-silent',
        payload: z.object({}),
        schedule: '* * * * *',
        work: async () => {
          const { token } = await credentials.read()
          await inTransaction(background.db, publish, async (tx, _emit, _after, emitAll) => {
            if (await noteSilentBot(tx, token.value !== undefined || token.isUnreadable)) await emitAll([await botChange(tx)])
          })
        },
      }),
      // Most of these members never had an account in the portal.
      defineJob({
        name: 'discord-forget-members',
        payload: z.object({}),
        dailyAt: '04:40',
        work: async () => {
          await background.db.transaction().execute((tx) => forgetOldMembers(tx, KEPT_DAYS))
        },
      }),
    ],
    credentials,
    hasBot: async () => (await credentials.read()).token.value !== undefined || (await readBot(db)).state !== 'off',
    errandKinds: [leaveGuild],
  }
}
