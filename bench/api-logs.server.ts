import { createUser } from '../server/src/features/people/users/users.service.ts'
import { issueKey } from '../server/src/platform/auth/api-keys.ts'
import { startBenchPortal } from './lib/portal.ts'

// The portal with a key whose requests are logged. The baseline is the same request with the web client's key, which is not logged.
const portal = await startBenchPortal()
const { db } = portal.database
await db
  .transaction()
  .execute((tx) =>
    createUser(tx, {}, { name: 'A person', emailAddress: 'person@example.com', password: 'correct horse battery', roles: ['Staff'] }),
  )
const key = await issueKey(db, {}, 'integration', 'Statistics')

process.on('message', (message: 'count' | 'stop') => {
  if (message === 'count') void count().then((counted) => process.send?.(counted))
  else void portal.close().then(() => process.exit(0))
})
process.send?.({ url: portal.url, key })

async function count(): Promise<{ written: number; dropped: number }> {
  const { written, dropped } = await db
    .selectFrom('api_log_minutes')
    .select((eb) => [eb.fn.sum<number>('calls').as('written'), eb.fn.sum<number>('dropped').as('dropped')])
    .executeTakeFirstOrThrow()
  return { written: Number(written), dropped: Number(dropped) }
}
