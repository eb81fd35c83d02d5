import { sql } from 'kysely'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { startBenchPortal } from './lib/portal.ts'

const SAMPLE_MS = 100

const portal = await startBenchPortal()
const { db } = portal.database
await db
  .transaction()
  .execute((tx) =>
    createUser(tx, {}, { name: 'The admin', emailAddress: 'admin@example.com', password: 'correct horse battery', roles: ['Admin'] }),
  )

let highest = 0
const sampling = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), SAMPLE_MS)

/** The baseline: as many characters by plain inserts of 1,000 rows, unchecked. */
async function insertPlainly(count: number): Promise<number> {
  const started = performance.now()
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => ({ name: `Plain Number${from + at}`, external_id: `plain-${from + at}` }))
    await sql`insert into characters (name, external_id, born_on, address, phone, origin)
      select x.name, x.external_id, '1990-01-31', 'Somewhere 12', '555-0100', 'import'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x(name text, external_id text)`.execute(db)
  }
  return performance.now() - started
}

process.on('message', (message: { plain: number } | 'memory' | 'stop') => {
  if (message === 'memory') {
    process.send?.(highest)
    highest = 0
  } else if (message === 'stop') {
    clearInterval(sampling)
    void portal.close().then(() => process.exit(0))
  } else void insertPlainly(message.plain).then((ms) => process.send?.(ms))
})
process.send?.({ url: portal.url })
