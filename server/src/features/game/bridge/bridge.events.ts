import { ErrorCode, EVENT_PAYLOADS, EventResult, type BridgeEvent, type EventKind, type EventPayload } from '@tenfour/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { asAppError } from '../../../platform/http/error-handler.ts'
import type { Board, Draft } from '../../dispatch/board/board.port.ts'
import type { Speakers } from './bridge.actor.ts'
import { isFinal, type Link } from './bridge.gateway.ts'
import { KINDS, type Services } from './bridge.kinds.ts'
import { knowsPlayer } from './bridge.players.ts'

/** The stored outcome: the result, or the reason of a final refusal. */
const StoredAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: EventResult }),
  z.object({ ok: z.literal(false), code: ErrorCode, message: z.string() }),
])
type StoredAnswer = z.infer<typeof StoredAnswer>

type Options = {
  readonly db: Db
  readonly board: Board
  readonly speakers: Pick<Speakers, 'speakerFor'>
  /** The portal's services, on a board that also stores the event. */
  readonly services: (board: Board) => Services
}

/**
 * Applies each game event exactly once. The event is stored in the same transaction as its effect; if it is sent again, the stored answer
 * is returned.
 */
export function createEvents({ db, board, speakers, services }: Options) {
  return {
    apply: async (link: Link, event: BridgeEvent): Promise<{ result: EventResult }> => {
      const { result } = await applyOnce(link, event)
      // Bridges that know players by Steam alone can't read a unit without it, and would send the event again and again.
      const isReadable = result.unit === undefined || knowsPlayer(link, result.unit)
      return { result: isReadable ? result : { ...result, unit: undefined } }
    },
  }

  async function applyOnce(link: Link, event: BridgeEvent): Promise<{ result: EventResult }> {
    const known = await findAnswer(db, link.serverId, event.id)
    if (known) return replayAnswer(known)
    try {
      return await apply(link, event)
    } catch (error) {
      if (error instanceof AppliedAlready) return replayAnswer(await getAnswer(db, link.serverId, event.id))
      const { code, message } = asAppError(error instanceof Error ? error : new Error(String(error)))
      if (!isFinal(code)) throw error
      await storeAnswer(db, link.serverId, event, { ok: false, code, message })
      return replayAnswer(await getAnswer(db, link.serverId, event.id))
    }
  }

  async function apply(link: Link, event: BridgeEvent): Promise<{ result: EventResult }> {
    const { serverId } = link
    const lateBySeconds = event.waitedSeconds ?? (Date.now() - Date.parse(event.at)) / 1000
    const said = { message: `event/${event.kind}`, secondsAgo: Math.max(0, lateBySeconds), requestId: event.id, isInTurn: true }
    const { actor, whyNot } = event.player ? await speakers.speakerFor(link, event.player.identifiers, said) : NOBODY
    let result: EventResult | undefined
    const storeResult = async (tx: Tx, found: EventResult) => {
      result = EventResult.parse(found)
      if (!(await storeAnswer(tx, serverId, event, { ok: true, result }))) throw new AppliedAlready()
    }
    const gameEvent = {
      db,
      serverId,
      actor,
      whyNot,
      services: services(storingBoard(board, (tx, draft) => storeResult(tx, KINDS[event.kind].result?.(draft, actor) ?? {}))),
      playerName: event.player?.name ?? '',
      eventId: event.id,
      lateBySeconds,
    }
    const found = await applyKind(event.kind, gameEvent, event.payload)
    // Events that don't change a board are only stored, with their result.
    if (!result) await db.transaction().execute((tx) => storeResult(tx, found ?? {}))
    return { result: result ?? {} }
  }
}

/** A script caused the event. */
const NOBODY = { actor: null, whyNot: null } as const

function applyKind<K extends EventKind>(
  kind: K,
  gameEvent: Parameters<(typeof KINDS)[K]['apply']>[0],
  payload: unknown,
): Promise<EventResult | void> {
  const parsed = EVENT_PAYLOADS[kind].safeParse(payload)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw new AppError('invalid_input', `${kind}${field && `, ${field}`}: ${issue?.message ?? 'not valid'}`, field)
  }
  return KINDS[kind].apply(gameEvent, parsed.data as EventPayload<K>)
}

/** Another request, most likely of an earlier connection, applied the event between the lookup and the write. */
class AppliedAlready extends Error {}

const storingBoard = (board: Board, storeResult: (tx: Tx, draft: Draft) => Promise<void>): Board => ({
  ...board,
  act: (action) =>
    board.act({
      ...action,
      decide: async (draft, context) => {
        await action.decide(draft, context)
        await storeResult(await context.tx(), draft)
      },
    }),
})

/** Whether it was inserted; an existing entry is left unchanged. */
async function storeAnswer(db: Db | Tx, serverId: number, { id, kind, at }: BridgeEvent, answer: StoredAnswer): Promise<boolean> {
  const kept = await db
    .insertInto('bridge_events')
    .values({ server_id: serverId, event_id: id, kind, happened_at: at, answer: JSON.stringify(answer) })
    .onConflict((conflict) => conflict.columns(['server_id', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return kept !== undefined
}

async function findAnswer(db: Db, serverId: number, eventId: string): Promise<StoredAnswer | undefined> {
  const row = await db
    .selectFrom('bridge_events')
    .select('answer')
    .where('server_id', '=', serverId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row && StoredAnswer.parse(row.answer)
}
async function getAnswer(db: Db, serverId: number, eventId: string): Promise<StoredAnswer> {
  const kept = await findAnswer(db, serverId, eventId)
  if (!kept) throw new Error('the stored answer of an event is missing')
  return kept
}

function replayAnswer(kept: StoredAnswer): { result: EventResult } {
  if (!kept.ok) throw new AppError(kept.code, kept.message)
  return { result: kept.result }
}
