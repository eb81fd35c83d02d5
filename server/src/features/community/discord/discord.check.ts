import type { DiscordCheck } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Credentials } from './discord.credentials.ts'
import { HOW_TO_GET, isGranted, PRIVILEGED, REVIEWED_FROM, WARNED_FROM, type PrivilegedIntent } from './discord.intents.ts'
import { mayMentionAll, missingInGuild, mutesEveryone } from './discord.permissions.ts'
import { areTicketsUsed, readStandings, type GuildStanding } from './discord.repo.ts'

const ANSWER_MS = 5000

const Application = z.object({ id: z.string(), name: z.string(), flags: z.int().default(0), bot_public: z.boolean().optional() })
/** For a bot, this says whether its owner has two-factor authentication. */
const BotUser = z.object({ mfa_enabled: z.boolean() })
type Asked<T> = { readonly status: number; readonly value: T | undefined } | 'away'

type Options = { readonly db: Db; readonly credentials: Credentials; readonly redirectUrl: string; readonly inviteUrl: string | null }

/** Checks the set-up with Discord. Each check says how to fix what is missing. */
export async function checkDiscord({ db, credentials, redirectUrl, inviteUrl }: Options): Promise<DiscordCheck[]> {
  const { apiUrl, agent, read } = credentials
  const ofBot = (secret: string) => ({ authorization: `Bot ${secret}`, 'user-agent': agent })
  const { token, clientId, clientSecret } = await read()
  const [application, bot, grant, standings, usesTickets] = await Promise.all([
    token.value === undefined ? undefined : ask(`${apiUrl}/v10/applications/@me`, ofBot(token.value), Application),
    token.value === undefined ? undefined : ask(`${apiUrl}/v10/users/@me`, ofBot(token.value), BotUser),
    clientId.value === undefined || clientSecret.value === undefined
      ? undefined
      : tryClient({ apiUrl, agent }, clientId.value, clientSecret.value),
    readStandings(db),
    areTicketsUsed(db),
  ])
  return [
    tokenCheck(token.isUnreadable, application),
    ...applicationChecks(application, clientId.value, usesTickets),
    ...reviewCheck(standings),
    clientCheck({ isUnreadable: clientSecret.isUnreadable, hasId: clientId.value !== undefined }, grant),
    {
      key: 'redirect',
      title: 'Redirect for signing in',
      state: 'unknown',
      fix: `Discord does not say which redirects it knows. Under OAuth2, Redirects, there has to be ${redirectUrl.startsWith('/') ? `the address of this portal followed by ${redirectUrl}` : redirectUrl}`,
    },
    ...(standings.length === 0
      ? [notInvited(inviteUrl)]
      : standings.flatMap((standing) => [...guildChecks(standing), ...ticketChecks(standing), ...mfaCheck(standing, bot)])),
  ]
}

const AWAY = 'Discord does not answer. Try again in a minute.'
const KEY_LOST = "A value is stored, but this portal's secrets-key can't open it. Put the key back, or enter the value again."

function tokenCheck(isUnreadable: boolean, application: Asked<z.output<typeof Application>> | undefined): DiscordCheck {
  const check = { key: 'token', title: 'Bot token' }
  if (isUnreadable) return { ...check, state: 'missing', fix: KEY_LOST }
  if (application === undefined)
    return { ...check, state: 'missing', fix: 'In the developer portal, under Bot, reset the token and enter it here.' }
  if (application === 'away' || (!application.value && application.status !== 401)) return { ...check, state: 'unknown', fix: AWAY }
  if (application.value) return { ...check, title: `Bot token of ${application.value.name}`, state: 'ok', fix: '' }
  return { ...check, state: 'missing', fix: 'Discord refuses the token. Under Bot, reset it and enter the new one here.' }
}

function applicationChecks(
  application: Asked<z.output<typeof Application>> | undefined,
  clientId: string | undefined,
  usesTickets: boolean,
): DiscordCheck[] {
  if (application === undefined || application === 'away' || !application.value) return []
  const { id, flags, bot_public: isPublic } = application.value
  const intentCheck = (intent: PrivilegedIntent): DiscordCheck => {
    const { name: title, without } = PRIVILEGED[intent]
    const isOn = isGranted(flags, intent)
    return { key: `intent-${intent}`, title, state: isOn ? 'ok' : 'missing', fix: isOn ? '' : `Without it ${without}. ${HOW_TO_GET}` }
  }
  const isSame = clientId === undefined || clientId === id
  return [
    intentCheck('members'),
    ...(usesTickets ? [intentCheck('content')] : []),
    ...(isPublic === undefined ? [] : [publicCheck(isPublic)]),
    ...(isSame ? [] : [{ key: 'application', title: 'One application', state: 'missing', fix: OTHER_APPLICATION } satisfies DiscordCheck]),
  ]
}
/** A user counts once for each server with the bot, which is close enough for a warning. */
function reviewCheck(standings: readonly GuildStanding[]): DiscordCheck[] {
  const members = standings.reduce((sum, { memberCount }) => sum + memberCount, 0)
  if (members < WARNED_FROM) return []
  const count = (number: number) => number.toLocaleString('en-US')
  const fix =
    `The servers of this bot have ${count(members)} members. From ${count(REVIEWED_FROM)} users Discord reviews an application that has ` +
    'Server Members Intent or Message Content Intent, within 90 days and then every year. Apply in the developer portal when Discord asks for it: ' +
    'an intent that it refuses is switched off, and what needs it stops.'
  return [{ key: 'review', title: "Discord's review of intents", state: 'warning', fix }]
}

const publicCheck = (isPublic: boolean): DiscordCheck => ({
  key: 'public',
  title: 'Only you can add the bot',
  state: isPublic ? 'missing' : 'ok',
  fix: isPublic ? PUBLIC : '',
})
const PUBLIC =
  'Anyone can add the bot to a server of theirs, whose members would then be read by this portal. In the developer portal, set the Install Link ' +
  'under Installation to None, then switch off Public Bot under Bot.'
const OTHER_APPLICATION = 'Token and client id belong to different applications. Take both from the same one.'

function clientCheck(known: { isUnreadable: boolean; hasId: boolean }, grant: Asked<unknown> | undefined): DiscordCheck {
  const check = { key: 'client', title: 'OAuth2 client, for linking and signing in' }
  if (known.isUnreadable) return { ...check, state: 'missing', fix: KEY_LOST }
  if (!known.hasId)
    return { ...check, state: 'missing', fix: 'In the developer portal, under OAuth2, copy the client id and enter it here.' }
  if (grant === undefined) return { ...check, state: 'missing', fix: 'Under OAuth2, reset the client secret and enter it here.' }
  if (grant !== 'away' && grant.status === 200) return { ...check, state: 'ok', fix: '' }
  if (grant === 'away' || grant.status !== 401) return { ...check, state: 'unknown', fix: AWAY }
  return { ...check, state: 'missing', fix: 'Discord refuses client id and secret. Under OAuth2, reset the secret and enter it here.' }
}

const notInvited = (inviteUrl: string | null): DiscordCheck => ({
  key: 'guilds',
  title: 'Discord servers',
  state: 'missing',
  fix: inviteUrl === null ? 'Enter the client id, then invite the bot.' : 'The bot is in no Discord server yet: invite it.',
})

function guildChecks({ id, name, botPermissions, tooHigh, unmentionable }: GuildStanding): DiscordCheck[] {
  const missing = missingInGuild(botPermissions)
  const pingsNobody = unmentionable.length > 0 && !mayMentionAll(botPermissions)
  return [
    {
      key: `permissions-${id}`,
      title: `Permissions in ${name}`,
      state: missing.length === 0 ? 'ok' : 'missing',
      fix: missing.length === 0 ? '' : `In Server Settings, Roles, give the bot's role: ${missing.join(', ')}.`,
    },
    {
      key: `order-${id}`,
      title: `Order of roles in ${name}`,
      state: tooHigh.length === 0 ? 'ok' : 'missing',
      fix: tooHigh.length === 0 ? '' : `In Server Settings, Roles, drag the bot's role above ${tooHigh.join(', ')}.`,
    },
    ...(pingsNobody ? [notMentionable(id, name, unmentionable)] : []),
  ]
}

function ticketChecks({ id, name, botPermissions, supportRole, ticketChannels }: GuildStanding): DiscordCheck[] {
  if (ticketChannels.length === 0) return []
  const check = { key: `support-${id}`, title: `Who sees tickets in ${name}` }
  const role: DiscordCheck = supportRole
    ? supportRole.isMentionable || mayMentionAll(botPermissions)
      ? { ...check, state: 'ok', fix: '' }
      : { ...check, state: 'missing', fix: notAdded(supportRole.name) }
    : { ...check, state: 'warning', fix: NO_SUPPORT_ROLE }
  const muted = ticketChannels.filter(({ everyone }) => mutesEveryone(everyone)).map(({ name: channel }) => `#${channel}`)
  if (muted.length === 0) return [role]
  const fix =
    `@everyone may not Send Messages in Threads in ${muted.join(', ')}: who opens a ticket there can't write in it, unless another role lets them. ` +
    "Allow it in the channel's permissions."
  return [role, { key: `threads-${id}`, title: `Writing in tickets in ${name}`, state: 'warning', fix }]
}
const NO_SUPPORT_ROLE =
  'Discord shows a ticket to the person who opened it, and to members with Manage Threads. Choose a support role under Tickets: its members are added to each.'
const notAdded = (role: string): string =>
  `Members of ${role} are not added to tickets. In Server Settings, Roles, open it and switch on "Allow anyone to @mention this role".`

function mfaCheck({ id, name, needsMfa }: GuildStanding, bot: Asked<z.output<typeof BotUser>> | undefined): DiscordCheck[] {
  if (!needsMfa) return []
  const check = { key: `mfa-${id}`, title: `Two-factor authentication for ${name}` }
  const hasMfa = bot === undefined || bot === 'away' ? undefined : bot.value?.mfa_enabled
  if (hasMfa === true) return [{ ...check, state: 'ok', fix: '' }]
  if (hasMfa === undefined) return [{ ...check, state: 'unknown', fix: AWAY }]
  const fix =
    'The server wants it of its moderators, so Discord refuses roles and tickets of a bot whose owner has none. Switch it on in the account that ' +
    'owns the application: User Settings, My Account. Refused roles and tickets are tried again every 15 minutes.'
  return [{ ...check, state: 'missing', fix }]
}

const notMentionable = (id: string, name: string, roles: readonly string[]): DiscordCheck => ({
  key: `mention-${id}`,
  title: `Patrol notices in ${name}`,
  state: 'missing',
  fix: `They ping nobody. In Server Settings, Roles, open ${roles.join(', ')} and switch on "Allow anyone to @mention this role".`,
})

const tryClient = (
  { apiUrl, agent }: Pick<Credentials, 'apiUrl' | 'agent'>,
  clientId: string,
  clientSecret: string,
): Promise<Asked<unknown>> =>
  ask(
    `${apiUrl}/v10/oauth2/token`,
    { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`, 'user-agent': agent },
    z.unknown(),
    new URLSearchParams({ grant_type: 'client_credentials', scope: 'identify' }),
  )

/** Redirects are refused: they would carry secrets elsewhere. */
async function ask<T>(url: string, headers: Record<string, string>, schema: z.ZodType<T>, form?: URLSearchParams): Promise<Asked<T>> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(url, {
      headers,
      redirect: 'error',
      signal,
      ...(form ? { method: 'POST', body: form } : {}),
    })
    const body: unknown = answer.ok ? await answer.json() : undefined
    return { status: answer.status, value: answer.ok ? schema.safeParse(body).data : undefined }
  } catch {
    // Any failure, such as an unknown host or a page that is not JSON, means that Discord can't be reached.
    return 'away'
  }
}
