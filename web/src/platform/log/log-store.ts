import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

export const MAX_LOG_ENTRIES = 150

export type LogEntry = { readonly at: number; readonly level: number; readonly message: string; readonly detail: string }

export type LogStore = {
  readonly add: (entry: LogEntry) => Promise<void>
  /** Oldest first. */
  readonly all: () => Promise<LogEntry[]>
  readonly close: () => Promise<void>
}

interface LogSchema extends DBSchema {
  entries: { key: number; value: LogEntry }
}

export function createMemoryLogStore(limit = MAX_LOG_ENTRIES): LogStore {
  const entries: LogEntry[] = []
  return {
    async add(entry) {
      entries.push(entry)
      entries.splice(0, Math.max(0, entries.length - limit))
    },
    all: async () => [...entries],
    close: async () => undefined,
  }
}

/** Rejects when the browser refuses to open the database, as some do in private windows. */
export async function openLogStore(name = 'portal-log', limit = MAX_LOG_ENTRIES): Promise<LogStore> {
  let connection: IDBPDatabase<LogSchema> | null = null

  const connect = async (): Promise<IDBPDatabase<LogSchema>> => {
    connection ??= await openDB<LogSchema>(name, 1, {
      upgrade: (database) => void database.createObjectStore('entries', { autoIncrement: true }),
      // Must not block a newer version of the portal in another tab; the next write reopens the database.
      blocking: () => {
        connection?.close()
        connection = null
      },
      terminated: () => {
        connection = null
      },
    })
    return connection
  }
  await connect()

  return {
    /** Adds and trims in one transaction. Transactions are serialised, so even several tabs cannot exceed the limit. */
    async add(entry) {
      const transaction = (await connect()).transaction('entries', 'readwrite')
      const { store } = transaction
      await store.add(entry)
      let surplus = (await store.count()) - limit
      let cursor = surplus > 0 ? await store.openCursor() : null
      while (cursor && surplus > 0) {
        await cursor.delete()
        surplus -= 1
        cursor = await cursor.continue()
      }
      await transaction.done
    },
    all: async () => (await connect()).getAll('entries'),
    async close() {
      connection?.close()
      connection = null
    },
  }
}
