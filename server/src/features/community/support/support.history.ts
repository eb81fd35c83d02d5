import { TRANSCRIPT_INCOMPLETE } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { missingInChannel } from '../discord/discord.port.ts'
import { DiscordFailure, type DiscordActions, type ErrandKind } from '../errands/errands.port.ts'
import * as repo from './support.repo.ts'
import { FIRST_PAGE, type Transcript } from './support.transcript.ts'

const ReadThread = { kind: 'support.read', payload: z.object({ key: z.string() }) } as const
const CheckThread = { kind: 'support.check', payload: z.object({ key: z.string() }) } as const

/** Pages of a hundred messages: more than a transcript holds, with room for messages of bots. */
const MAX_PAGES = 50
const UNKNOWN_CHANNEL = 10_003

/** Adds errands about threads, since only Discord knows what happened in them while the bot was away. In the thread's queue, and once while it waits. */
const ask = (on: Db | Tx, { kind }: { readonly kind: string }, condition: RawBuilder<unknown>) =>
  sql`select ask_discord(${kind}, 'channel:' || thread_id, id::text) from support_tickets where thread_id is not null and ${condition}`.execute(
    on,
  )
export const askToRead = (on: Db | Tx, ticketId: number) => ask(on, ReadThread, sql`id = ${ticketId}`)
/** Reads all open tickets again. A thread that could not be read last time waits until a person tries again or closes the ticket. */
export const askToReadOpen = (on: Db | Tx, guildId: string) =>
  ask(on, ReadThread, sql`guild_id = ${guildId} and state = 'open' and not starts_with(problem, ${TRANSCRIPT_INCOMPLETE})`)
/** Adds errands that check whether threads of open tickets were locked or deleted. The active ones were not, and cost no request. */
export const askToCheckOpen = (on: Db | Tx, guildId: string, activeThreads: readonly string[]) =>
  ask(on, CheckThread, sql`guild_id = ${guildId} and state = 'open' and not (thread_id = any(${activeThreads}::text[]))`)

export type ThreadDeps = {
  readonly db: Db
  readonly changed: (ticketId: number) => void
  readonly transcript: Transcript
  /** The thread was deleted. */
  readonly gone: (ticketId: number) => Promise<void>
  /** Someone locked and archived the thread. */
  readonly locked: (ticketId: number) => Promise<void>
}

export function checkThreadErrand({ db, gone, locked }: ThreadDeps): ErrandKind<typeof CheckThread.payload, true> {
  return {
    ...CheckThread,
    titles: async (_on, errands) => errands.map(({ payload }) => `Check whether the thread of ticket ${payload.key} is locked`),
    run: async (discord, { payload }) => {
      const ticket = await repo.readTicket(db, Number(payload.key))
      if (ticket?.state !== 'open' || ticket.threadId === null) return undefined
      try {
        if (await discord.isThreadClosed(ticket.threadId)) await locked(ticket.id)
        return true
      } catch (error) {
        // The errand that reads the thread says what the bot lacks.
        if (error instanceof DiscordFailure && error.kind === 'denied') return undefined
        return goneOr(error, () => gone(ticket.id))
      }
    },
  }
}

/** The errand is dropped if the thread was deleted, once `gone` has noted that. Other failures stay failures. */
async function goneOr(error: unknown, gone: () => Promise<void>): Promise<undefined> {
  if (!(error instanceof DiscordFailure) || error.code !== UNKNOWN_CHANNEL) throw error
  await gone()
}

export function readThreadErrand({ db, changed, transcript, gone }: ThreadDeps): ErrandKind<typeof ReadThread.payload, true> {
  const readAll = async (discord: DiscordActions, ticket: repo.TicketRow & { readonly threadId: string }): Promise<void> => {
    let after: string | undefined = FIRST_PAGE
    for (let page = 0; page < MAX_PAGES && after !== undefined; page += 1) {
      const { isEmpty, next } = await transcript.readOn(discord, ticket, after)
      if (page === 0 && isEmpty) await assertReadable(db, ticket.channelId)
      after = next
    }
  }
  const setProblem = async (tx: Tx, ticketId: number, problem: string): Promise<void> => {
    const { numAffectedRows = 0n } = await sql`
      update support_tickets set problem = ${problem}
      where id = ${ticketId} and problem <> ${problem} and (problem = '' or starts_with(problem, ${TRANSCRIPT_INCOMPLETE}))`.execute(tx)
    if (numAffectedRows > 0n) changed(ticketId)
  }
  return {
    ...ReadThread,
    titles: async (_on, errands) => errands.map(({ payload }) => `Read the thread of ticket ${payload.key}`),
    run: async (discord, { payload }) => {
      const ticket = await repo.readTicket(db, Number(payload.key))
      if (!ticket || ticket.threadId === null) return undefined
      try {
        await readAll(discord, { ...ticket, threadId: ticket.threadId })
        return true
      } catch (error) {
        return goneOr(error, () => gone(ticket.id))
      }
    },
    settle: (tx, { payload }) => setProblem(tx, Number(payload.key), ''),
    failed: (tx, { payload }, problem) => setProblem(tx, Number(payload.key), `${TRANSCRIPT_INCOMPLETE}${problem}`),
  }
}

/** Discord does not refuse a bot that may not read the history, but shows it nothing. */
async function assertReadable(db: Db, channelId: string): Promise<void> {
  const channel = await db.selectFrom('discord_channels').select('bot_permissions').where('id', '=', channelId).executeTakeFirst()
  if (!channel || !missingInChannel('TicketsCategory', channel.bot_permissions).includes('Read Message History')) return
  throw new DiscordFailure('denied', 'The bot lacks Read Message History in the channel of the ticket. Give it this permission in Discord.')
}
