import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { IN_UTC } from '../../../platform/database/database.ts'

type Options = {
  readonly url: string
  /** How often a waiting node checks whether the lock is free, and the node that holds it whether it still does. */
  readonly everyMs: number
  /** The lock was taken or lost, or the connection to the database is new: anything may have changed. */
  readonly onChanged: () => void
  /** The lock was lost. Called before anything else happens. */
  readonly onLost: () => void
  /** The database notified about errands, with this payload. */
  readonly onErrands: (payload: string) => void
  readonly onError: (error: unknown) => void
}
export type BotLock = {
  readonly isHeld: () => boolean
  /** Whether this node wants to run the bot. */
  readonly want: (isWanted: boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** Held by a database session of its own: when the node dies or is cut off, another node gets the lock. */
const BOT_LOCK = 7_301_450
const ANSWER_MS = 5000
const MAX_WAIT_MS = 5000

/** Lets one node in the whole installation run the bot. Also listens to notifications about the bot, on the same connection. */
export function keepBotLock({ url, everyMs, onChanged, onLost, onErrands, onError }: Options): BotLock {
  const closing = new AbortController()
  let client: pg.Client | undefined
  let isWanted = false
  let isHeld = false

  const lose = () => {
    const wasHeld = isHeld
    isHeld = false
    if (wasHeld) onLost()
  }
  const look = async (): Promise<void> => {
    const asked = client
    if (!asked) return
    if (isHeld) return void (await asked.query('select 1'))
    if (!isWanted) return
    const { rows } = await asked.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [BOT_LOCK])
    if (rows[0]?.held !== true || asked !== client) return
    if (!isWanted) return void (await asked.query('select pg_advisory_unlock($1)', [BOT_LOCK]))
    isHeld = true
    onChanged()
  }
  /** A connection that does not answer is given up: another node may have the lock by now. */
  const orGiveUp = async (work: () => Promise<void>): Promise<void> => {
    const asked = client
    try {
      await work()
    } catch (error) {
      if (closing.signal.aborted) return
      onError(error)
      if (asked === client) drop()
    }
  }
  /** The connection runs one query at a time. */
  let turn: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => (turn = turn.then(() => orGiveUp(work)))
  const release = async (): Promise<void> => {
    if (!isHeld || isWanted) return
    isHeld = false
    await client?.query('select pg_advisory_unlock($1)', [BOT_LOCK])
  }
  const drop = () => {
    const broken = client
    client = undefined
    lose()
    broken?.end().catch(onError)
    void connect()
  }
  const open = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'tenfour bot',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    next.on('notification', ({ channel, payload }) => (channel === 'discord_errands' ? onErrands(payload ?? '') : onChanged()))
    next.on('error', (error) => {
      if (!closing.signal.aborted) onError(error)
    })
    try {
      await next.connect()
      // A node that vanishes holds the lock for about 25 seconds. With the system's own defaults it would be two hours.
      await next.query(
        `${IN_UTC}; set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000`,
      )
      await next.query('listen discord_connection')
      await next.query('listen discord_errands')
      return next
    } catch (error) {
      await next.end().catch(onError)
      throw error
    }
  }
  const connect = async (): Promise<void> => {
    for (let attempt = 0; !closing.signal.aborted; attempt += 1) {
      try {
        const next = await open()
        if (closing.signal.aborted) return await next.end()
        client = next
        next.once('end', () => {
          if (client === next && !closing.signal.aborted) drop()
        })
        onChanged()
        return
      } catch (error) {
        if (!closing.signal.aborted) onError(error)
        await sleep(Math.min(100 * 2 ** attempt, MAX_WAIT_MS), undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }
  const connecting = connect()
  // No second check while the first still waits for the database.
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void inTurn(look).finally(() => (isLooking = false))
  }, everyMs)

  return {
    isHeld: () => isHeld,
    want: async (wanted) => {
      isWanted = wanted
      if (isHeld !== wanted) await inTurn(wanted ? look : release)
    },
    close: async () => {
      closing.abort()
      clearInterval(timer)
      await connecting
      await turn
      isHeld = false
      await client?.end().catch(onError)
    },
  }
}
