import { communityNameSetting, EmailAddress, UserName, type BodyOf, type CurrentUser, type joinWithDiscord } from '@tenfour/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Caller } from '../../../platform/auth/actor.ts'
import { loadCurrentUser } from '../../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { WithToken } from '../../../platform/http/route.ts'
import { createCounter } from '../../../platform/limits/hourly.ts'
import { JOINED_BY_DISCORD } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Happened } from '../../../platform/reactions.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { openSessionIn } from '../../people/auth/auth.port.ts'
import { assertMayJoin } from '../../people/barred/barred.port.ts'
import { tell } from '../../people/notices/notices.port.ts'
import { authorizedWithoutAsking, insertAccount } from '../../people/users/users.port.ts'
import { linkedChanges } from '../discord/discord.port.ts'
import { joiningGuilds, lockDoor, type JoiningGuild } from './links.door.ts'
import type { DiscordNewcomer, DiscordOAuth } from './links.oauth.ts'
import * as repo from './links.repo.ts'
import type { FindClient } from './links.service.ts'
import type { DiscordSignIn } from './links.sign-in.ts'
import type { DiscordStates } from './links.states.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly settings: Settings
  readonly client: FindClient
  readonly oauth: DiscordOAuth
  readonly states: DiscordStates
  readonly signIn: Pick<DiscordSignIn, 'openFor'>
  readonly happened: Happened
}
export type DiscordJoin = ReturnType<typeof createDiscordJoin>

/** Someone who may join, with the server that lets them. */
type Newcomer = { readonly user: DiscordNewcomer; readonly emailAddress: string; readonly guild: JoiningGuild }

const OTHERWISE = 'Try again in a few minutes.'

/**
 * Makes accounts for members of the community's Discord servers who sign in for the first time. Such an account has no department, role or
 * permission, and no password.
 */
export function createDiscordJoin({ db, publish, redis, settings, client: findClient, oauth, states, signIn, happened }: Deps) {
  const limit = createJoinLimit(redis)
  const refused = (message: string) => new AppError('forbidden', message)

  const guildsFor = async (discordId?: string): Promise<JoiningGuild[]> => {
    const guilds = await joiningGuilds(db, discordId)
    if (guilds.length === 0) throw isOff()
    return guilds
  }

  const assertMember = ({ member, email, isVerified }: DiscordNewcomer, guilds: readonly JoiningGuild[]) => {
    const community = settings.get(communityNameSetting)
    const guild = guilds.find(({ guildId }) => guildId === member?.guildId)
    if (!member || !guild) throw refused(`You are not on the Discord server of ${community}. Join it there first, then try again.`)
    if (member.isPending)
      throw refused(`You have not finished the membership screening of ${guild.name} in Discord. Finish it there first, then try again.`)
    if (email === null || email === '')
      throw refused('Your Discord account has no email address. Add one in Discord and verify it, then try again.')
    if (!isVerified) throw refused('Discord has not verified your email address. Verify it in Discord, then try again.')
    const address = EmailAddress.safeParse(email)
    if (!address.success) throw refused('The portal can’t use the email address of your Discord account. Ask the staff to add you.')
    return { guild, emailAddress: address.data }
  }

  const create = (caller: Caller, { user, emailAddress, guild }: Newcomer, device: string | undefined) =>
    inTransaction(db, publish, async (tx, emit, _after, emitAll) => {
      if (!(await lockDoor(tx, guild.guildId))) throw isOff()
      await assertMayJoin(tx, { discordId: user.discordId, email: emailAddress }, "You can't join here")
      const name = await nameFor(tx, user)
      const account = { name, emailAddress, passwordHash: null, memberships: [], roleIds: [], permissions: [] }
      const { userId } = await insertAccount(authorizedWithoutAsking(tx), {}, account)
      await repo.insertLink(tx, userId, user, 'page')
      const after = { discordId: user.discordId, username: user.username, server: guild.name }
      await recordAudit(tx, { userId }, 'discord.joined', { subjectType: 'user', subjectId: userId, after })
      await tell(tx, emit, userId, SET_A_PASSWORD)
      await happened('linkChanged', tx)
      await emitAll(await linkedChanges(tx, user.discordId))
      return { userId, token: await openSessionIn(tx, caller, userId, { kind: 'discord', device }) }
    })

  return {
    isOn: async (): Promise<boolean> => (await findClient()) !== null && (await joiningGuilds(db)).length > 0,

    exchange: async (caller: Caller, { device, ...given }: BodyOf<typeof joinWithDiscord>): Promise<WithToken<CurrentUser>> => {
      const client = await findClient()
      if (!client) throw isOff()
      const { returnUrl } = await states.finish({ kind: 'join' }, given)
      const user = await oauth.identifyNewcomer(client, { ...given, returnUrl }, OTHERWISE, (discordId) => guildsFor(discordId))
      const link = await repo.linkOfDiscord(db, user.discordId)
      if (link) return signIn.openFor(caller, user, link, device)
      const newcomer = { user, ...assertMember(user, await guildsFor()) }
      try {
        const { token, userId } = await limit(networkOf(caller.address), () => create(caller, newcomer, device))
        const loaded = await loadCurrentUser(db, userId)
        if (!loaded) throw isOff()
        return { token, result: loaded.user }
      } catch (error) {
        if (!isTaken(error)) throw error
        // Two answers from Discord at once make one account: the other one signs in to it.
        const linked = await repo.linkOfDiscord(db, user.discordId)
        if (linked) return signIn.openFor(caller, user, linked, device)
        throw new AppError(
          'conflict',
          'There is an account with your email address already. Sign in to it, then link your Discord in your account settings.',
        )
      }
    },
  }
}

const SET_A_PASSWORD = {
  title: 'Set a password',
  text: 'Your account signs in with Discord alone. With a password you can sign in while Discord is away too.',
  path: '/user/settings',
}

const isOff = () => new AppError('feature_off', 'Nobody can join with Discord at the moment. Ask the staff for an invitation.')

const isTaken = (error: unknown): boolean =>
  violates(error, 'discord_links_discord_id_key') ||
  (error instanceof AppError && error.code === 'conflict' && error.field === 'emailAddress')

/** Characters that show nothing or change the order of what is shown. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu
const NAME_MAX = 80

/** The name that Discord shows. If another account has it, the username follows, which nobody else has in Discord. */
async function nameFor(tx: Tx, { displayName, username }: DiscordNewcomer): Promise<string> {
  const [shown, unique] = [visible(displayName), visible(username)]
  const name = UserName.catch('Newcomer').parse(cut(shown === '' ? unique : shown, NAME_MAX))
  const { rows } = await sql`select from users where lower(name) = lower(${name}) and deleted_at is null limit 1`.execute(tx)
  const addition = ` (${cut(unique, 40)})`
  return rows.length === 0 ? name : `${cut(name, NAME_MAX - addition.length)}${addition}`
}

const visible = (name: string): string => name.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()

/** Cuts between characters, so that none is left in half. */
function cut(text: string, max: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > max) break
    kept += character
  }
  return kept.trim()
}

const AN_HOUR_SECONDS = 60 * 60

/** Counts accounts before they are made, for each network and for the whole portal, and uncounts those that were not made. */
function createJoinLimit(redis: Redis | undefined) {
  const counter = createCounter('discord:joined', AN_HOUR_SECONDS, redis)
  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const keys = [
      { key: `network ${network}`, max: JOINED_BY_DISCORD.network },
      { key: 'all', max: JOINED_BY_DISCORD.all },
    ]
    const counted = await Promise.all(keys.map(async ({ key, max }) => (await counter.penalty(key, 1)).consumedPoints > max))
    const uncount = () => Promise.all(keys.map(({ key }) => counter.reward(key, 1)))
    if (counted.includes(true)) {
      await uncount()
      throw new AppError('too_many_attempts', 'Many people have joined with Discord in the last hour. Try again later.')
    }
    try {
      return await work()
    } catch (error) {
      await uncount()
      throw error
    }
  }
}
