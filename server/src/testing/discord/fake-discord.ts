import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createCommands } from './commands.ts'
import { createFaults } from './rest/faults.ts'
import { createGateway } from './gateway.ts'
import type { PrivilegedIntents } from './intents.ts'
import { createInteractions } from './interactions.ts'
import { createLimits } from './rest/limits.ts'
import { createMessages } from './messages.ts'
import { createOAuth, type Page } from './oauth.ts'
import { createPeople } from './people.ts'
import { createRest, readRaw } from './rest/rest.ts'
import { createAccess } from './rest/routes.ts'
import { applicationRoutes } from './rest/routes.application.ts'
import { channelRoutes } from './rest/routes.channels.ts'
import { guildRoutes } from './rest/routes.guilds.ts'
import { interactionRoutes } from './rest/routes.interactions.ts'
import { memberRoutes } from './rest/routes.members.ts'
import { messageRoutes } from './rest/routes.messages.ts'
import { createThreads } from './threads.ts'
import type { Channel, Guild, Member, Message, User } from './types.ts'
import { createWorld } from './world.ts'

export type FakeDiscordOptions = {
  readonly port?: number
  readonly token?: string
  readonly clientId?: string
  readonly clientSecret?: string
  readonly now?: () => number
}

export type FakeDiscord = Awaited<ReturnType<typeof createFakeDiscord>>

/**
 * A Discord for tests, browser journeys and the demo: REST and gateway v10 as discord.js speaks them, and OAuth2. Point the client at it with
 * `rest: { api: `${discord.url}/api` }`; the gateway's address comes from there.
 */
export async function createFakeDiscord(options: FakeDiscordOptions = {}) {
  const { port = 0, token = 'fake-bot-token', clientSecret = 'fake-client-secret', now = Date.now } = options
  const settings = { isPublic: false }
  const enabled: PrivilegedIntents = { members: true, messageContent: true, presences: false }
  const withheld = { members: false, messageContent: false }
  const granted = (): PrivilegedIntents => ({
    members: enabled.members && !withheld.members,
    messageContent: enabled.messageContent && !withheld.messageContent,
    presences: enabled.presences,
  })
  const redirects = new Set<string>()
  let url = ''
  const gatewayUrl = () => url.replace('http', 'ws')

  const world = createWorld({ clientId: options.clientId, now, url: () => url, emit: (event) => gateway.control.dispatch(event) })
  const gateway = createGateway({ world, token: () => discord.token, granted, url: gatewayUrl })
  const access = createAccess(world)
  const messages = createMessages(world)
  const threads = createThreads(world)
  const commands = createCommands(world, access)
  const interactions = createInteractions(world, messages)
  const people = createPeople({ world, messages, threads, commands, interactions })
  const oauth = createOAuth({ world, redirects, secret: () => discord.clientSecret })
  const limits = createLimits(now)
  const faults = createFaults()
  const rest = createRest({
    limits,
    faults,
    now,
    token: () => discord.token,
    grantOf: oauth.grantOf,
    newId: world.snowflakes.happen,
    routes: [
      ...applicationRoutes({ world, access, gateway, gatewayUrl, enabled, settings, limits }),
      ...guildRoutes(world, access),
      ...memberRoutes(world, access, enabled),
      ...channelRoutes({ world, access, messages, threads }),
      ...messageRoutes({ world, access, messages, threads, limits, granted }),
      ...commands.routes,
      ...interactionRoutes(world, interactions),
      ...oauth.routes,
    ],
  })

  const showPage = (response: ServerResponse, { status, html, location }: Page): void => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...(location ? { Location: location } : {}) }).end(html)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', url)
    const api = /^\/api(?:\/v10)?(?<path>\/.*)$/.exec(pathname)?.groups?.['path']
    const attachmentId = /^\/attachments\/\d+\/(?<id>\d+)\//.exec(pathname)?.groups?.['id']
    if (pathname === '/oauth2/authorize' || api === '/oauth2/authorize') {
      if (request.method !== 'POST') return showPage(response, oauth.page(searchParams))
      return showPage(response, oauth.submit(searchParams, new URLSearchParams((await readRaw(request)).toString())))
    }
    if (api) return rest.handle(request, response, api, search)
    const file = [...world.messages.values()].flatMap(({ attachments }) => attachments).find(({ id }) => id === attachmentId)
    if (file) response.writeHead(200, { 'Content-Type': file.contentType }).end(file.content)
    else response.writeHead(404).end()
  }

  const server = createServer((request, response) => {
    // A defect of the fake looks like a broken connection to the bot, and is listed in `discord.defects`.
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed) defects.push(error)
      response.destroy()
    })
  })
  const defects: unknown[] = []
  server.on('upgrade', gateway.upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The fake Discord has no port')
  url = `http://127.0.0.1:${address.port}`

  const discord = {
    /** REST is at `${url}/api`, the OAuth2 page at `${url}/oauth2/authorize`. */
    url,
    /** The bot's token; another value makes the one in use invalid, as a reset in the developer portal does. */
    token,
    clientId: world.clientId,
    clientSecret,
    botUserId: world.botUserId,
    /** Addresses that OAuth2 may send people back to. */
    redirects,
    /** Whether anyone may add the bot, as a new application has it in the developer portal; off unless said, as our guide tells people to. */
    publicBot: (isPublic: boolean): void => void Object.assign(settings, { isPublic }),
    /** Whether the account that owns the application has two-factor authentication; it has unless said. */
    ownerMfa: (hasMfa: boolean): void => void (world.appOwner.hasMfa = hasMfa),
    /** The privileged intents enabled in the developer portal: members and message content unless said. */
    intents: (given: Partial<PrivilegedIntents>): void => void Object.assign(enabled, given),
    /** Intents that Discord refuses, though the application's flags still name them. */
    withhold: (given: Partial<typeof withheld>): void => void Object.assign(withheld, given),

    /** Places a guild with the bot in it; GUILD_CREATE goes out. */
    addGuild: world.addGuild,
    /** Renames a guild, gives it another owner or wants two-factor authentication of its moderators. */
    changeGuild: world.changeGuild,
    /** Starts or ends an outage of a guild. */
    setAvailable: world.setAvailable,
    /** Removes the bot from a guild. */
    removeBot: world.removeBot,
    /** Adds the bot to the guild again. */
    inviteBot: world.inviteBot,
    addUser: world.addUser,
    /** Changes a user's names, email address, or whether Discord has verified it. */
    changeUser: (userId: string, change: Partial<Pick<User, 'username' | 'globalName' | 'email' | 'verified'>>): void =>
      void Object.assign(world.user(userId), change),
    addRole: world.addRole,
    changeRole: world.changeRole,
    deleteRole: world.deleteRole,
    addChannel: world.addChannel,
    changeChannel: world.changeChannel,
    deleteChannel: world.deleteChannel,
    addMember: world.addMember,
    /** Changes roles, nickname or presence by hand; roles are replaced. */
    changeMember: world.changeMember,
    removeMember: world.removeMember,
    /** Sets whether a user accepts direct messages. */
    setAcceptsDms: (userId: string, acceptsDms: boolean): void => void (world.user(userId).acceptsDms = acceptsDms),

    guild: (id: string): Guild => world.guild(id),
    channel: (id: string): Channel => world.channel(id),
    member: (guildId: string, userId: string): Member => world.member(guildId, userId),
    /** Messages that everyone in a channel sees, the oldest first. */
    messages: (channelId: string): Message[] => messages.of(channelId),
    /** Messages that only this user sees. */
    ephemerals: (userId: string): Message[] => [...world.messages.values()].filter(({ ephemeralFor }) => ephemeralFor === userId),
    /** Threads of a channel, archived ones included. */
    threads: (channelId: string): Channel[] => threads.of(channelId),
    /** Direct messages between the bot and a user. */
    dms: (userId: string): Message[] => messages.of(world.dms.get(userId)?.id ?? ''),
    /** Registered commands: of a guild, or for everywhere. */
    commands: (guildId: string | null = null) => commands.of(guildId),

    ...people,
    /** How long the bot has for its first answer to a command or click. */
    setAnswerTime: (ms: number): void => void (interactions.answerWithinMs = ms),
    /** Makes the tokens of all interactions invalid, as 15 minutes do. */
    expireInteractions: interactions.expire,

    /** Accepts on the OAuth2 page, all scopes but those given; returns the address that the browser is sent back to. */
    authorize: oauth.authorize,
    /** Cancels on the OAuth2 page. */
    cancelAuthorization: oauth.cancel,
    /** Tokens given by OAuth2 that work now, by access token. */
    grants: oauth.grants,

    /** Requests to REST, the oldest first. */
    requests: rest.requests,
    /** Errors, delays and broken connections on demand. */
    fail: faults.fail,
    /** Rate limits; generous unless set. */
    limits,
    gateway: gateway.control,
    /** Errors of the fake itself. */
    defects,

    close: async (): Promise<void> => {
      faults.close()
      interactions.close()
      gateway.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
  return discord
}
