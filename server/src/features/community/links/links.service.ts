import {
  manageDiscord,
  self,
  type BodyOf,
  type DiscordLink,
  type DiscordReturn,
  type DiscordStarted,
  type finishDiscordConfirmation,
  type getDiscordLink,
  type getMemberDiscordLink,
  type ResponseOf,
  type startDiscordConfirmation,
  type startDiscordLink,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { assertMayJoin } from '../../people/barred/barred.port.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { confirmedUntil, confirmSession, lockAccount, readAccount, type PasswordCheck } from '../../people/users/users.port.ts'
import { linkedChanges, type DiscordClient } from '../discord/discord.port.ts'
import type { DiscordOAuth, DiscordUser } from './links.oauth.ts'
import * as repo from './links.repo.ts'
import type { DiscordStates } from './links.states.ts'

export type FindClient = () => Promise<DiscordClient | null>

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly client: FindClient
  readonly oauth: DiscordOAuth
  readonly states: DiscordStates
  readonly checkPassword: PasswordCheck
  readonly happened: Happened
}
export type LinkService = ReturnType<typeof createLinkService>

const OTHERWISE = 'Try again in a few minutes.'

export function createLinkService({ db, publish, client: findClient, oauth, states, checkPassword, happened }: Deps) {
  const requireClient = async (): Promise<DiscordClient> => {
    const client = await findClient()
    if (!client) throw new AppError('feature_off', 'Discord is not set up here')
    return client
  }

  const unlink = (actor: Actor, userId: number, access: typeof manageDiscord): Promise<Record<never, never>> =>
    inTransaction(db, publish, async (tx, _emit, _after, emitAll) => {
      const { account } = await lockAccount(tx, actor, userId, access)
      if (account.hasPassword === false && (await repo.linkOf(tx, userId))) throw lastWayIn(actor.userId === userId)
      const link = await repo.deleteLink(tx, userId)
      if (!link) return {}
      await repo.endDiscordSessions(tx, userId, actor.sessionId)
      const before = { discordId: link.discordId, username: link.username }
      await recordAudit(tx, actor, 'discord.unlinked', { subjectType: 'user', subjectId: userId, before })
      await happened('linkChanged', tx)
      await emitAll(await linkedChanges(tx, link.discordId))
      return {}
    })

  const service = {
    own: async ({ userId, sessionId, user }: Actor): Promise<ResponseOf<typeof getDiscordLink>> => {
      const [client, link] = await Promise.all([findClient(), repo.linkOf(db, userId)])
      const own = { isAvailable: client !== null, link }
      if (user.hasPassword !== false) return own
      return { ...own, confirmedUntil: (await confirmedUntil(db, sessionId))?.toISOString() ?? null }
    },

    startConfirmation: async (actor: Actor, { origin }: BodyOf<typeof startDiscordConfirmation>): Promise<DiscordStarted> => {
      const client = await requireClient()
      if (!(await repo.linkOf(db, actor.userId))) throw noLink()
      return states.start(client, { kind: 'confirm', userId: actor.userId }, origin)
    },

    /** Confirms this session alone. */
    finishConfirmation: async (actor: Actor, given: DiscordReturn): Promise<ResponseOf<typeof finishDiscordConfirmation>> => {
      const client = await requireClient()
      const { returnUrl } = await states.finish({ kind: 'confirm', userId: actor.userId }, given)
      const user = await oauth.identify(client, { ...given, returnUrl }, OTHERWISE)
      return db.transaction().execute(async (tx) => {
        await lockAccount(tx, actor, actor.userId, self('userId'))
        const link = await repo.linkOf(tx, actor.userId)
        if (!link) throw noLink()
        if (link.discordId !== user.discordId)
          throw new AppError('conflict', `This is another Discord account than ${link.username}, which is linked to your account here.`)
        await confirmSession(tx, actor.sessionId)
        const until = await confirmedUntil(tx, actor.sessionId)
        if (!until) throw new AppError('session_invalid', 'Your session has ended. Sign in again.')
        return { confirmedUntil: until.toISOString() }
      })
    },

    start: async (actor: Actor, { origin, currentPassword }: BodyOf<typeof startDiscordLink>): Promise<DiscordStarted> => {
      const client = await requireClient()
      await checkPassword(actor, currentPassword)
      return states.start(client, { kind: 'link', userId: actor.userId }, origin)
    },

    /** Needs no password, because the state is one that `start` has given to this member and this tab. */
    finish: async (actor: Actor, given: DiscordReturn): Promise<DiscordLink> => {
      const client = await requireClient()
      const { returnUrl } = await states.finish({ kind: 'link', userId: actor.userId }, given)
      const user = await oauth.identify(client, { ...given, returnUrl }, OTHERWISE)
      return inTransaction(db, publish, async (tx, emit, _after, emitAll) => {
        const link = await service.linkIn(tx, emit, actor, user, 'page')
        await emitAll(await linkedChanges(tx, user.discordId))
        return link
      }).catch(explainViolation)
    },

    /** Links the account. A Discord account belongs to one member: if two link it at once, the database decides. */
    linkIn: async (
      tx: Tx,
      emit: Parameters<typeof tell>[1],
      actor: Actor,
      user: DiscordUser,
      how: DiscordLink['how'],
    ): Promise<DiscordLink> => {
      await lockAccount(tx, actor, actor.userId, self('userId'))
      await assertMayJoin(tx, { discordId: user.discordId }, "This Discord account can't be linked here")
      const link = await repo.insertLink(tx, actor.userId, user, how)
      if (!link) {
        const current = await repo.linkOf(tx, actor.userId)
        if (current?.discordId === user.discordId) return current
        throw new AppError('conflict', 'Your account is linked to another Discord account. Unlink that one first.')
      }
      const after = { discordId: user.discordId, username: user.username, how }
      await recordAudit(tx, actor, 'discord.linked', { subjectType: 'user', subjectId: actor.userId, after })
      await tell(tx, emit, actor.userId, {
        title: 'Discord account linked',
        text: `The Discord account ${user.username} is linked to your account and can sign in to it. If this was not you, unlink it and change your password.`,
        path: '/user/settings',
      })
      await happened('linkChanged', tx)
      return link
    },

    unlink: (actor: Actor): Promise<Record<never, never>> => unlink(actor, actor.userId, self('userId')),

    ofMember: async (actor: Actor, userId: number): Promise<ResponseOf<typeof getMemberDiscordLink>> => {
      await readAccount(db, actor, userId)
      return repo.linkOf(db, userId)
    },

    unlinkMember: (actor: Actor, userId: number): Promise<Record<never, never>> => unlink(actor, userId, manageDiscord),
  }
  return service
}

const noLink = () => new AppError('conflict', 'Your account is not linked to a Discord account')

/** An account without a password signs in with Discord alone. */
const lastWayIn = (isOwn: boolean) =>
  new AppError(
    'conflict',
    isOwn
      ? 'Set a password first: Discord is the only way to sign in to your account.'
      : 'This member has no password, so that Discord is the only way to sign in. Make them a password link first.',
  )

/** The message does not tell which member has the Discord account. */
export function explainViolation(error: unknown): never {
  if (violates(error, 'discord_links_discord_id_key')) {
    throw new AppError('conflict', 'This Discord account is linked to another member. It can be linked to one only.')
  }
  throw error
}
