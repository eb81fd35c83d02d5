import type { BodyOf, CurrentUser, DiscordStarted, signInWithDiscord, startDiscordSignIn } from '@tenfour/contract'
import type { Caller } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { WithToken } from '../../../platform/http/route.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import { openSessionIn, recordFailure } from '../../people/auth/auth.port.ts'
import { joiningGuilds } from './links.door.ts'
import type { DiscordOAuth, DiscordUser } from './links.oauth.ts'
import * as repo from './links.repo.ts'
import type { FindClient } from './links.service.ts'
import type { DiscordStates } from './links.states.ts'

type Deps = {
  readonly db: Db
  readonly client: FindClient
  readonly oauth: DiscordOAuth
  readonly states: DiscordStates
  readonly countStart: HourlyLimit
}
export type DiscordSignIn = ReturnType<typeof createDiscordSignIn>

const OTHERWISE = 'Sign in with your password.'

/**
 * Signs in members who have proved at Discord that a linked account is theirs. Failures do not count as wrong passwords, so that a sign-in by
 * password is never delayed because Discord is away.
 */
export function createDiscordSignIn({ db, client: findClient, oauth, states, countStart }: Deps) {
  const requireClient = async () => {
    const client = await findClient()
    if (!client) throw new AppError('feature_off', `Signing in with Discord is not set up here. ${OTHERWISE}`)
    return client
  }

  /** A disabled account is refused like a wrong password. The link is read again once the account is locked, because unlinking locks it too. */
  const openSession = async (caller: Caller, { userId, discordId }: repo.LinkRow, device: string | undefined): Promise<string> => {
    try {
      return await db.transaction().execute(async (tx) => {
        const token = await openSessionIn(tx, caller, userId, { kind: 'discord', device })
        if ((await repo.linkOf(tx, userId))?.discordId !== discordId) throw notLinked()
        return token
      })
    } catch (error) {
      if (error instanceof AppError && error.code === 'credentials_invalid') await recordFailure(db, caller, userId, 'discord')
      throw error
    }
  }

  const openFor = async (
    caller: Caller,
    user: DiscordUser,
    link: repo.LinkRow,
    device: string | undefined,
  ): Promise<WithToken<CurrentUser>> => {
    const token = await openSession(caller, link, device)
    await repo.renameLink(db, user)
    const loaded = await loadCurrentUser(db, link.userId)
    // The account was disabled since the check; the session is already revoked.
    if (!loaded) throw notLinked()
    return { token, result: loaded.user }
  }

  return {
    start: async (caller: Caller, { origin, purpose }: BodyOf<typeof startDiscordSignIn>): Promise<DiscordStarted> => {
      await countStart(networkOf(caller.address))
      return states.start(await requireClient(), { kind: purpose }, origin)
    },

    /** Opens a session for who has proved that the linked Discord account is theirs. */
    openFor,

    exchange: async (caller: Caller, { device, ...given }: BodyOf<typeof signInWithDiscord>): Promise<WithToken<CurrentUser>> => {
      const client = await requireClient()
      const { returnUrl } = await states.finish({ kind: 'sign-in' }, given)
      const user = await oauth.identify(client, { ...given, returnUrl }, OTHERWISE)
      const link = await repo.linkOfDiscord(db, user.discordId)
      if (link) return openFor(caller, user, link, device)
      throw (await joiningGuilds(db)).length > 0 ? notLinkedYet() : notLinked()
    },
  }
}

const notLinked = () =>
  new AppError(
    'conflict',
    'This Discord account is not linked to an account here. Sign in with your password and link it in your account settings.',
  )

const notLinkedYet = () => new AppError('conflict', 'This Discord account is not linked to an account here yet.')
