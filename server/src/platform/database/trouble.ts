import pg from 'pg'

const AWAY = 'The database is away for a moment; please try again'
const SLOW = 'The database took too long; please try again'
const DAMAGED = 'The database can not read its files; please tell an admin'
/** What PostgreSQL and the network say when the database can't serve for a while, whatever it was asked. */
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
/** A connection that broke or took too long has no code of its own. */
const BROKEN = /^Connection terminated|^Client (has encountered|was closed)|^timeout (exceeded when|expired)/
const CONNECTION_EXCEPTION = /^08/
const CANT_WRITE = new Set(['25006', '53100'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Why the database can't serve at the moment, in words for people; undefined where the error is about what it was asked. */
export function databaseTrouble(error: unknown): string | undefined {
  const code = codeOf(error)
  if (Object.hasOwn(WORDS, code)) return WORDS[code]
  if (CONNECTION_EXCEPTION.test(code) && error instanceof pg.DatabaseError) return AWAY
  const message = error instanceof Error ? error.message : ''
  if (message === 'Query read timeout') return SLOW
  return BROKEN.test(message) ? AWAY : undefined
}

/** Whether it still reads but takes no writes, which a look at it would not show. */
export const refusesWrites = (error: unknown): boolean => error instanceof pg.DatabaseError && CANT_WRITE.has(error.code ?? '')
