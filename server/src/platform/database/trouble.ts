import pg from 'pg'

const AWAY = 'The database is away for a moment; please try again'
const SLOW = 'The database took too long; please try again'
const DAMAGED = "The database can't read its files; please tell an admin"
/** Error codes of PostgreSQL and the network that mean the database is temporarily unavailable, independent of the query. */
const WORDS: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only at the moment; please try again later',
  '25P03': SLOW,
  '28000': AWAY,
  '28P01': AWAY,
  '3D000': AWAY,
  '53100': 'The disk of the database is full; please tell an admin',
  '53200': 'The database is out of memory; please try again',
  '53300': 'The database has too many connections; please try again',
  '53400': 'The database has reached a limit; please try again',
  '55P03': SLOW,
  '57014': SLOW,
  '57P01': AWAY,
  '57P02': AWAY,
  '57P03': AWAY,
  '57P05': AWAY,
  '58030': DAMAGED,
  '58P01': DAMAGED,
  XX001: DAMAGED,
  XX002: DAMAGED,
  ECONNREFUSED: AWAY,
  ECONNRESET: AWAY,
  EHOSTUNREACH: AWAY,
  ENETUNREACH: AWAY,
  EPIPE: AWAY,
  ETIMEDOUT: AWAY,
}
/** Broken connections and timeouts have no error code. */
const BROKEN = /^Connection terminated|^Client (has encountered|was closed)|^timeout (exceeded when|expired)/
const CONNECTION_EXCEPTION = /^08/
const CANT_WRITE = new Set(['25006', '53100'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** A user-facing reason why the database is unavailable; undefined if the error was caused by the query. */
export function databaseOutage(error: unknown): string | undefined {
  const code = codeOf(error)
  if (Object.hasOwn(WORDS, code)) return WORDS[code]
  if (CONNECTION_EXCEPTION.test(code) && error instanceof pg.DatabaseError) return AWAY
  const message = error instanceof Error ? error.message : ''
  if (message === 'Query read timeout') return SLOW
  return BROKEN.test(message) ? AWAY : undefined
}

/** Whether the database is readable but refuses writes, which a read check would not reveal. */
export const refusesWrites = (error: unknown): boolean => error instanceof pg.DatabaseError && CANT_WRITE.has(error.code ?? '')

/** Recognises PostgreSQL's own message. */
export const isOutOfSpace = (reason: string): boolean => /No space left on device|Disk quota exceeded/i.test(reason)
export const FREE_SPACE = 'The disk is full. Nothing was lost: free some space and start again'
