import type pg from 'pg'
import { databaseTrouble } from '../database/trouble.ts'

/** The job library tries a statement again that failed with this. */
const TRY_AGAIN = '57P03'

type Listening = Parameters<pg.Pool['connect']>[0]

/**
 * The pool for the job library. If the library can't write down how a job ended, nobody handles that failure, and the process ends. Failures with
 * certain codes it tries again. So whatever is trouble of the database, and not of the statement, gets such a code.
 */
export function patientPool(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    // The portal has closed: what is still tried ends here.
    if (pool.ending) return new Promise<never>(() => undefined)
    return patientClient(await pool.connect().catch(tryAgain))
  }
  // With a callback it listens, and handles failures.
  return replacing(pool, 'connect', (listening?: Listening) => (listening ? pool.connect(listening) : connect()))
}

const patientClient = (client: pg.PoolClient): pg.PoolClient =>
  replacing(client, 'query', (...given: [pg.QueryConfig]) => client.query(...given).catch(tryAgain))

/** The same object with one other method. */
const replacing = <T extends object>(whole: T, name: keyof T, method: unknown): T =>
  new Proxy(whole, {
    get: (target, key) => {
      if (key === name) return method
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })

function tryAgain(error: unknown): never {
  const trouble = databaseTrouble(error)
  throw trouble === undefined ? error : Object.assign(new Error(trouble, { cause: error }), { code: TRY_AGAIN })
}
