import type { DiscordReturn, DiscordStarted } from '@tenfour/contract'
import type { FakeDiscord } from './discord/fake-discord.ts'
import { BOT_TOKEN, createTestDiscord, QUICK_BOT } from './test-discord.ts'
import { PASSWORD, startTestPortal, type Http, type Person, type TestPortal } from './test-portal.ts'

export const ORIGIN = 'https://portal.example.com'

export type LinkPortal = {
  readonly t: TestPortal
  readonly discord: FakeDiscord
  /** Lines that the portal logged, at every level. */
  readonly lines: string[]
  /** A new user in Discord, with a unique name. */
  readonly addDiscordUser: () => { readonly id: string; readonly username: string }
  /** Starts with this endpoint, accepts at Discord as this user, and returns the parameters that the browser comes back with. */
  readonly agree: (http: Http, door: Door, discordId: string) => Promise<DiscordReturn>
  /** The same for someone who wants to join; `denied` are the scopes that they do not grant. */
  readonly agreeToJoin: (http: Http, discordId: string, denied?: readonly string[]) => Promise<DiscordReturn>
  readonly link: (person: Person, discordId: string) => Promise<void>
  readonly close: () => Promise<void>
}
export type Door =
  | '/api/discord/link/start'
  | '/api/auth/discord/start'
  | '/api/discord/confirm/start'
  | '/api/registration/own/discord/start'

/** A portal whose members can link their accounts with a fake Discord, without the bot by default. */
export async function startLinkPortal({ runsBot = false }: { runsBot?: boolean } = {}): Promise<LinkPortal> {
  const discord = await createTestDiscord()
  discord.redirects.add(`${ORIGIN}/login/discord`)
  const lines: string[] = []
  const { clientId, clientSecret, url } = discord
  const t = await startTestPortal({
    portalUrl: ORIGIN,
    runsBot,
    discord: { token: runsBot ? BOT_TOKEN : undefined, clientId, clientSecret, apiUrl: `${url}/api`, siteUrl: url },
    botTiming: QUICK_BOT,
    logLevel: 'trace',
    logTo: { write: (line) => void lines.push(line) },
  })
  let count = 0
  const addDiscordUser = () => {
    const { id, username } = discord.addUser({ username: `discord${(count += 1)}`, email: 'person1@example.com', verified: true })
    return { id, username }
  }
  const agree = async (http: Http, door: Door, discordId: string): Promise<DiscordReturn> => {
    const body = door === '/api/discord/link/start' ? { origin: ORIGIN, currentPassword: PASSWORD } : { origin: ORIGIN }
    const { url: page, tabSecret } = (await http.post(door, body)).json<DiscordStarted>()
    return { ...codeIn(await discord.authorize(discordId, page)), tabSecret }
  }
  const agreeToJoin: LinkPortal['agreeToJoin'] = async (http, discordId, denied) => {
    const { url: page, tabSecret } = (
      await http.post('/api/auth/discord/start', { origin: ORIGIN, purpose: 'join' })
    ).json<DiscordStarted>()
    return { ...codeIn(await discord.authorize(discordId, page, denied)), tabSecret }
  }
  const link = async (person: Person, discordId: string) => {
    const http = t.http(person.token)
    const response = await http.post('/api/discord/link/finish', await agree(http, '/api/discord/link/start', discordId))
    if (response.statusCode !== 200) throw new Error(response.body)
  }
  const close = async () => {
    await t.close()
    await discord.close()
  }
  return { t, discord, lines, addDiscordUser, agree, agreeToJoin, link, close }
}

/** The parameters that Discord adds to the address it sends the browser to. */
export function codeIn(address: string): { code: string; state: string } {
  const { searchParams } = new URL(address)
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
}
