import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'
import { databaseOutage, refusesWrites } from './trouble.ts'

const TIMEOUT_MS = 2000

/**
 * Whether the database can serve. With a full disk reads still work, so after a refused write only a successful one proves that there is
 * space again. Concurrent checks share one query.
 */
export function createReadiness(db: Kysely<DB>, warn: (line: string) => void) {
  let refused = false
  let checking: Promise<boolean> | undefined

  const note = (error: unknown) => {
    if (refused || !refusesWrites(error)) return
    refused = true
    warn(
      `The database refuses writes: ${error instanceof Error ? error.message : ''}. Changes are refused until it accepts writes again, and nothing is lost`,
    )
  }
  const check = async (): Promise<boolean> => {
    if (!refused) {
      const reading = sql`select 1`.execute(db)
      return reading.then(
        () => true,
        () => false,
      )
    }
    try {
      await probeWrite(db)
    } catch (error) {
      // If it just may not create a temporary table, assume that writes work.
      if (databaseOutage(error) !== undefined) return false
    }
    refused = false
    warn('The database accepts writes again')
    return true
  }
  return {
    /** Watches a connection for refused writes. */
    follow: (client: pg.Client) => void client.connection.on('errorMessage', note),
    isReady: async (): Promise<boolean> => {
      checking ??= check().finally(() => (checking = undefined))
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), TIMEOUT_MS)))
      return Promise.race([checking, timeout]).finally(() => clearTimeout(timer))
    },
  }
}

/** Allocates disk space and frees it again. */
const probeWrite = (db: Kysely<DB>) =>
  db.transaction().execute((tx) =>
    sql`create temporary table portal_write_probe on commit drop as
      select repeat('x', 1900) as filler from generate_series(1, 200)`.execute(tx),
  )
