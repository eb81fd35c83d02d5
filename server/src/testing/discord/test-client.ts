import { Client, type ClientOptions, Events, GatewayIntentBits } from 'discord.js'
import type { FakeDiscord } from './fake-discord.ts'

const ALL_INTENTS = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMembers,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
]

/** discord.js waits five seconds between two IDENTIFYs; no test has to. */
const throttler = { waitForIdentify: async (): Promise<void> => undefined }

export const clientOf = (discord: FakeDiscord, options: Partial<ClientOptions> = {}): Client =>
  new Client({
    intents: ALL_INTENTS,
    ...options,
    rest: { api: `${discord.url}/api`, retries: 1, ...options.rest },
    ws: { ...options.ws, buildIdentifyThrottler: async () => throttler },
  })

/** The real discord.js, connected to the fake Discord and ready. */
export async function connectClient(discord: FakeDiscord, options: Partial<ClientOptions> = {}): Promise<Client<true>> {
  const client = clientOf(discord, options)
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(discord.token)
  return ready
}
