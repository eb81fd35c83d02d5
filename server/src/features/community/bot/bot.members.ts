import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { discordChanges } from '../discord/discord.port.ts'
import type { Packet } from './bot.packets.ts'
import { countMembers, hasMembers, keepOnlyMembers, membersRead, saveMembers } from './bot.repo.ts'

type Deps = {
  readonly db: Db
  readonly send: (opcode: number, data: unknown) => void
  readonly counted: (guildId: string, roles: readonly string[]) => void
  /** These members were not in the server when it was last read. */
  readonly joined: (guildId: string, discordIds: readonly string[]) => void
  /** All members of a server have been written. */
  readonly complete: (guildId: string) => void
}
type Reading = {
  readonly nonce: string
  readonly present: Set<string>
  readonly roles: Set<string>
  readonly joined: Set<string>
  chunks: number
  /** False if the server is read for the first time, so that every member is new. */
  isKnown: boolean
  timer: NodeJS.Timeout
}

const REQUEST_MEMBERS = 8
/** The request is repeated after this long, because Discord may leave it unanswered. */
const AGAIN_MS = 60_000

/** Reads the members of a server in chunks, each written and released before the next. */
export function createMemberReading({ db, send, counted, joined, complete }: Deps) {
  const readings = new Map<string, Reading>()
  let nonces = 0

  const forget = (guildId?: string): void => {
    for (const [id, { timer }] of readings) {
      if (guildId !== undefined && id !== guildId) continue
      clearTimeout(timer)
      readings.delete(id)
    }
  }
  const start = (guildId: string): void => {
    forget(guildId)
    nonces += 1
    const nonce = `members-${nonces}`
    const timer = later(guildId, AGAIN_MS)
    readings.set(guildId, { nonce, present: new Set(), roles: new Set(), joined: new Set(), chunks: 0, isKnown: false, timer })
    send(REQUEST_MEMBERS, { guild_id: guildId, query: '', limit: 0, nonce })
  }
  const later = (guildId: string, ms: number) => setTimeout(() => start(guildId), ms).unref()

  return {
    start,
    forget,
    /** A member joined or changed while the others are read. */
    seen: (guildId: string, discordId: string): void => void readings.get(guildId)?.present.add(discordId),
    left: (guildId: string, discordId: string): void => void readings.get(guildId)?.present.delete(discordId),
    /** Discord limits requests for members: repeats the request when Discord allows it. */
    limited: (guildId: string | undefined, ms: number): void => {
      const reading = guildId === undefined ? undefined : readings.get(guildId)
      if (guildId === undefined || !reading) return
      clearTimeout(reading.timer)
      reading.timer = later(guildId, ms)
    },
    chunk: async ({ guild_id: guildId, members, chunk_count, nonce }: Packet<'GUILD_MEMBERS_CHUNK'>): Promise<void> => {
      const reading = readings.get(guildId)
      if (!reading || reading.nonce !== nonce) return
      for (const { user } of members) reading.present.add(user.id)
      if (reading.chunks === 0) reading.isKnown = await hasMembers(db, guildId)
      for (const { id, isNew, roles } of await saveMembers(db, guildId, members)) {
        for (const role of roles) reading.roles.add(role)
        if (isNew && reading.isKnown) reading.joined.add(id)
      }
      reading.chunks += 1
      if (reading.chunks < chunk_count || readings.get(guildId) !== reading) return
      await db.transaction().execute(async (tx) => {
        await keepOnlyMembers(tx, guildId, [...reading.present])
        await countMembers(tx, guildId)
        await membersRead(tx, guildId)
      })
      forget(guildId)
      counted(guildId, [...reading.roles])
      joined(guildId, [...reading.joined])
      complete(guildId)
    },
  }
}

const TELL_MS = 1000

/** Tells the room how many members a server and its roles have: at most once a second, because members come and go. */
export function createCounts({ db, publish, log }: { db: Db; publish: Publish; log: FastifyBaseLogger }) {
  const changed = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tell = async (): Promise<void> => {
    timer = undefined
    const all = [...changed]
    changed.clear()
    for (const [guildId, roles] of all) {
      await inTransaction(db, publish, async (tx, _emit, _after, emitAll) =>
        emitAll(await discordChanges(tx, { guildId, isGuildChanged: true, roles: [...roles] })),
      )
    }
  }
  return {
    changed: (guildId: string, roles: readonly string[]): void => {
      if (isStopped) return
      const known = changed.get(guildId) ?? new Set()
      for (const role of roles) known.add(role)
      changed.set(guildId, known)
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => {
          if (!isStopped) log.error({ err: error }, 'the member counts of Discord servers could not be sent')
        })
      }, TELL_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
