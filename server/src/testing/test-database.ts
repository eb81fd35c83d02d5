import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../platform/database/database.ts'

export type TestDatabase = Database & { readonly drop: () => Promise<void> }

/** A separate database, copied from the migrated template. */
export async function createTestDatabase(max = 8): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = new URL(template)
  maintenance.pathname = '/postgres'
  // Copying files takes half the processor time of copying through the log, and takes along what new connections read first.
  const copy = `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`
  await withClient(maintenance.href, (client) => client.query(copy))
  const url = new URL(template)
  url.pathname = `/${name}`
  const database = openDatabase(url.href, () => undefined, max)
  return {
    ...database,
    drop: async () => {
      await database.close()
      await withClient(maintenance.href, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
