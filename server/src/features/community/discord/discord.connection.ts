import { DISCORD_RETURN_PATH, type BodyOf, type DiscordConnection, type saveDiscordConnection } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { checkDiscord } from './discord.check.ts'
import type { Credentials } from './discord.credentials.ts'
import { INVITE_PERMISSIONS } from './discord.permissions.ts'
import { applicationId } from './discord.repo.ts'

type Deps = { readonly db: Db; readonly credentials: Credentials; readonly portalUrl: string | undefined; readonly runsBot: boolean }
type Input = BodyOf<typeof saveDiscordConnection>

const TITLES = { token: 'The bot token', clientId: 'The client id', clientSecret: 'The client secret' } as const

/** Reads and sets how the portal connects to Discord. Secrets can be set, but never read. */
export function createConnectionService({ db, credentials, portalUrl, runsBot }: Deps) {
  const redirectUrl = `${portalUrl ?? ''}${DISCORD_RETURN_PATH}`
  const inviteUrl = async (clientId: string | undefined): Promise<string | null> => {
    const id = clientId ?? (await applicationId(db))
    if (id === null) return null
    const url = new URL(credentials.authorizeUrl)
    url.search = new URLSearchParams({ client_id: id, scope: 'bot applications.commands', permissions: INVITE_PERMISSIONS }).toString()
    return url.href
  }
  const get = async (): Promise<DiscordConnection> => {
    const { token, clientId, clientSecret, version, changedAt, changedBy } = await credentials.read()
    const by =
      changedBy === null ? undefined : await db.selectFrom('users').select(['id', 'name']).where('id', '=', changedBy).executeTakeFirst()
    return {
      token: token.from,
      clientId: clientId.value ?? null,
      clientIdFrom: clientId.from,
      clientSecret: clientSecret.from,
      isUnreadable: token.isUnreadable || clientSecret.isUnreadable,
      redirectUrl,
      inviteUrl: await inviteUrl(clientId.value),
      runsBot,
      changedAt: changedAt?.toISOString() ?? null,
      changedBy: by ? { userId: by.id, name: by.name } : null,
      version,
    }
  }
  /** Undefined leaves a column as it is. */
  const sealed = (secret: 'token' | 'clientSecret', value: string | null | undefined) =>
    typeof value === 'string' ? credentials.seal(secret, value) : value

  return {
    get,

    save: async (actor: Actor, { version, ...given }: Input): Promise<DiscordConnection> => {
      const fields = (['token', 'clientId', 'clientSecret'] as const).filter((field) => given[field] !== undefined)
      for (const field of fields) {
        const variable = credentials.fixedBy(field)
        if (variable !== undefined) throw new AppError('invalid_input', `${TITLES[field]} is set by ${variable}: change it there`, field)
      }
      if (fields.length === 0) return get()
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .updateTable('discord_connection')
          .set((eb) => ({
            token: sealed('token', given.token),
            client_secret: sealed('clientSecret', given.clientSecret),
            client_id: given.clientId,
            version: eb('version', '+', 1),
            changed_at: new Date(),
            changed_by: actor.userId,
          }))
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst()
        if (!row) throw new AppError('conflict', 'The connection has changed since you opened it')
        const after = Object.fromEntries(fields.map((field) => [field, given[field] === null ? 'removed' : 'set']))
        await recordAudit(tx, actor, 'discord.connection-changed', { subjectType: 'discord', subjectId: 'connection', after })
      })
      return get()
    },

    check: async () =>
      checkDiscord({ db, credentials, redirectUrl, inviteUrl: await inviteUrl((await credentials.read()).clientId.value) }),
  }
}
