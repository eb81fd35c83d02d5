import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { isGranted, type PrivilegedIntent } from '../discord/discord.port.ts'
import type { DiscordRest } from '../errands/errands.port.ts'
import type { BotPart } from './bot.port.ts'

type Deps = {
  readonly rest: DiscordRest
  readonly log: FastifyBaseLogger
  readonly parts: readonly BotPart[]
  /** How often the granted intents are read again while Discord withholds one. */
  readonly againMs: number
}
export type ChosenIntents = { readonly asked: readonly PrivilegedIntent[]; readonly withheld: readonly PrivilegedIntent[] }
export type BotIntents = ReturnType<typeof createIntents>

const Application = z.object({ flags: z.int().default(0) })
/** The order in which intents are given up if Discord refuses one and does not say which. */
const DISPENSABLE: readonly PrivilegedIntent[] = ['content', 'members']

/** Which privileged intents the bot asks for. Discord closes a connection that asks for one it has not granted. */
export function createIntents({ rest, log, parts, againMs }: Deps) {
  /** Undefined until Discord has answered: until then the bot asks for every intent that it needs. */
  let flags: number | undefined
  let readAt = 0
  /** Intents that Discord refused although the flags grant them. The bot asks for them again once the flags change. */
  const refused = new Set<PrivilegedIntent>()

  const readFlags = async (): Promise<void> => {
    readAt = Date.now()
    try {
      const next = Application.parse(await rest.get('/applications/@me')).flags
      if (next !== flags) refused.clear()
      flags = next
    } catch (error) {
      log.debug({ problem: error instanceof Error ? error.message : '' }, 'the flags of the Discord application could not be read')
    }
  }
  const isContentNeeded = async (): Promise<boolean> => {
    for (const { needsContent } of parts) if (await needsContent?.()) return true
    return false
  }
  const choose = (needsContent: boolean): ChosenIntents => {
    const needed: readonly PrivilegedIntent[] = needsContent ? ['members', 'content'] : ['members']
    const isWithheld = (intent: PrivilegedIntent) => refused.has(intent) || (flags !== undefined && !isGranted(flags, intent))
    return { asked: needed.filter((intent) => !isWithheld(intent)), withheld: needed.filter(isWithheld) }
  }
  return {
    /** The intents of a new connection. */
    choose: async (): Promise<ChosenIntents> => {
      await readFlags()
      // If the database can't be read, the bot asks for the content of messages later.
      return choose(await isContentNeeded().catch(() => false))
    },
    /** The intents that a new connection would choose now. */
    look: async (): Promise<ChosenIntents> => {
      const needsContent = await isContentNeeded()
      if (choose(needsContent).withheld.length > 0 && Date.now() - readAt >= againMs) await readFlags()
      return choose(needsContent)
    },
    /** Gives up one of these intents, because Discord refused one. False if there is none to give up. */
    refuse: (asked: readonly PrivilegedIntent[]): boolean => {
      const next = DISPENSABLE.find((intent) => asked.includes(intent))
      if (next !== undefined) refused.add(next)
      return next !== undefined
    },
  }
}
