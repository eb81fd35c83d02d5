import pg from 'pg'
import { vi } from 'vitest'
import { z } from 'zod'

/** A statement as a client is given it: a text, or an object with one. */
const Statement = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)])

/** The statements about these tables that are sent to the database during the work, beside its result. */
export async function statementsDuring<T>(tables: RegExp, work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await work()
    return { result, statements: sent.mock.calls.map(([query]) => Statement.parse(query)).filter((text) => tables.test(text)) }
  } finally {
    sent.mockRestore()
  }
}
