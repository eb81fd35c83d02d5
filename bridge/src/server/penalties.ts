import { PenaltyMessage } from '@tenfour/contract'
import { z } from 'zod'
import type { Arguments } from './arguments.ts'
import { openJournal } from './journal.ts'
import { steamOf } from './players.ts'

const Entry = z.union([z.object({ put: PenaltyMessage }), z.object({ raised: z.int() }), z.object({ done: z.int() })])

type Options = {
  readonly path: string
  /** Hands a message to the server's own scripts. */
  readonly raise: (message: PenaltyMessage) => void
  readonly print: (line: string) => void
  /** For tests. */
  readonly maxOpen?: number
}
export type Penalties = ReturnType<typeof openPenalties>

/** When there are more messages than this, the oldest count as done. */
const MAX_OPEN = 1000
/** Ids of finished messages that are remembered, to recognise a message that the portal sends again. It sends at most one batch again. */
const MAX_IDS = 2000
const COMPACT_AFTER = 1000

/**
 * Fines and jail that the portal sent, until a script has marked them as done. Each message is written to disk before the portal gets its
 * answer, so each is raised once, and once more at the start if the server was killed before the first time was recorded.
 */
export function openPenalties({ path, raise, print, maxOpen = MAX_OPEN }: Options) {
  const open = new Map<number, PenaltyMessage>()
  const unraised = new Set<number>()
  /** Oldest first. */
  const doneIds = new Set<number>()
  let lines = 0
  let isDropPrinted = false

  const finish = (messageId: number) => {
    open.delete(messageId)
    unraised.delete(messageId)
    doneIds.add(messageId)
    const [oldest] = doneIds
    if (doneIds.size > MAX_IDS && oldest !== undefined) doneIds.delete(oldest)
  }
  const isKnown = (messageId: number) => open.has(messageId) || doneIds.has(messageId)

  const journal = openJournal({
    path,
    replay: (line) => {
      const entry = Entry.parse(line)
      lines += 1
      if ('done' in entry) return finish(entry.done)
      if ('raised' in entry) return void unraised.delete(entry.raised)
      if (isKnown(entry.put.messageId)) return
      open.set(entry.put.messageId, entry.put)
      unraised.add(entry.put.messageId)
    },
    snapshot: () => [
      ...[...doneIds].map((done) => ({ done })),
      ...[...open].flatMap(([raised, put]) => (unraised.has(raised) ? [{ put }] : [{ put }, { raised }])),
    ],
    complain: print,
  })
  /** No sync: if the line is lost, the message is raised or listed once more. */
  const note = (entry: { raised: number } | { done: number }) =>
    journal.attempt(`${path} can't be written`, () => {
      journal.append(entry)
      lines += 1
      if (lines < COMPACT_AFTER + doneIds.size + 2 * open.size) return
      journal.rewrite()
      lines = doneIds.size + 2 * open.size
    })
  const markDone = (messageId: number) => {
    finish(messageId)
    note({ done: messageId })
  }
  const raiseAndNote = (message: PenaltyMessage) => {
    raise(message)
    unraised.delete(message.messageId)
    note({ raised: message.messageId })
  }
  const dropOldest = () => {
    const [oldest] = open.keys()
    if (open.size <= maxOpen || oldest === undefined) return
    markDone(oldest)
    if (!isDropPrinted) print(`No script marks penalties as done: the latest ${maxOpen} are kept, and older ones are no longer listed.`)
    isDropPrinted = true
  }

  return {
    /** Throws if the message can't be stored; the portal then sends it again. */
    receive: (message: PenaltyMessage): { messageId: number } => {
      const { messageId } = message
      if (isKnown(messageId)) return { messageId }
      journal.append({ put: message }, true)
      lines += 1
      open.set(messageId, message)
      unraised.add(messageId)
      raiseAndNote(message)
      dropOldest()
      return { messageId }
    },
    /** Raises the messages that were stored but not raised before the server was killed. */
    raiseRest: (): void => {
      for (const message of open.values()) if (unraised.has(message.messageId)) raiseAndNote(message)
    },
    /** Messages not marked as done, oldest first; only those of one Steam account if it is given. */
    list: (steam?: string): PenaltyMessage[] => [...open.values()].filter((message) => steam === undefined || message.steam === steam),
    /** Marks a message as done; false if it was not waiting. */
    done: (messageId: number): boolean => {
      const isOpen = open.has(messageId)
      if (isOpen) markDone(messageId)
      return isOpen
    },
    close: journal.close,
  }
}

/** Exports about fines and jail. */
export const penaltyExports = ({ penalties, args }: { penalties: Penalties; args: Arguments }) => ({
  /** Messages that no script has marked as done, oldest first: a player's, or everyone's with 0. */
  getPenalties: (who: unknown) => {
    const source = args.playerOrNone('getPenalties', who)
    if (source === null) return penalties.list()
    const steam = steamOf(source)
    return steam === undefined ? [] : penalties.list(steam)
  },
  /** Marks a message as done; false if it is unknown or was marked before. */
  penaltyDone: (messageId: unknown) => {
    const id = typeof messageId === 'string' ? Number(messageId) : messageId
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new Error('penaltyDone: the argument is the messageId of a penalty')
    return penalties.done(id)
  },
})
