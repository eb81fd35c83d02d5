import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** A statement as a client is given it: a text, or an object with one. */
const Statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])
const works = new AsyncLocalStorage<symbol>()

/** The statements about these tables that the work sends to the database, beside its result. Jobs that run meanwhile do not count. */
export async function statementsDuring<T>(tables: RegExp, work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const own = Symbol('work')
  const sent: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client
  const query: (...given: unknown[]) => unknown = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function send(this: pg.Client, ...given: unknown[]) {
    if (works.getStore() === own) sent.push(Statement.parse(given[0]))
    return Reflect.apply(query, this, given)
  })
  try {
    // A request to a test's portal begins once somebody waits for it.
    const result = await works.run(own, async () => await work())
    if (sent.length === 0) throw new Error('The work sent no statement: it does not run in this process')
    return { result, statements: sent.filter((text) => tables.test(text)) }
  } finally {
    spy.mockRestore()
  }
}
