import Fastify from 'fastify'
import { createTopPatrols } from '../server/src/features/patrols/patrols/patrols.top.ts'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal } from './lib/portal.ts'
import { populate } from './patrols.data.ts'

// The portal with its patrols and someone of staff. The baselines are on the same pool: bare routes that read as many rows by an index, and
// that sum a department's month without cutting patrols or taking off absences.
const patrols = Number(process.argv[2])
const portal = await startBenchPortal()
const { db, pool, url } = portal.database
await populate(url, patrols)
const token = await signIn()

const bare = Fastify()
bare.get('/patrols/:userId/:limit', async (request) => {
  const { userId, limit } = request.params as { userId: string; limit: string }
  const text = `select id, user_id, department_id, server_id, started_at, ended_at, kind, calls, seen_seconds, version
    from patrols where user_id >= $1 order by user_id, started_at desc limit $2`
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'bare', text, values: [Number(userId), Number(limit)] })
  return rows
})
bare.get('/month/:departmentId', async (request) => {
  const { departmentId } = request.params as { departmentId: string }
  const text = `select user_id, sum(ended_at - started_at) from patrols
    where department_id = $1 and started_at >= now() - interval '60 days' and started_at < now() - interval '30 days' group by user_id limit 25`
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'month', text, values: [Number(departmentId)] })
  return rows
})
// Of one department, or of all: the patrols that the totals of a month are made of.
bare.get('/rows/:departmentId', async (request) => {
  const departmentId = Number((request.params as { departmentId: string }).departmentId)
  const now = new Date()
  const [since, until] = [-1, 0].map((month) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month)))
  const text = `select user_id, started_at, ended_at from patrols where started_at >= $1 and started_at < $2`
  const { rows } = await pool.query<Record<string, unknown>>(
    departmentId === 0
      ? { name: 'rows', text, values: [since, until] }
      : { name: 'rows-of-department', text: `${text} and department_id = $3`, values: [since, until, departmentId] },
  )
  return rows
})
// As the portal answers it when nothing is kept.
bare.get('/top/:period', (request) => {
  const { period } = request.params as { period: 'all' | 'month' }
  return createTopPatrols({ db })({ period, by: 'hours' })
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

/** How often each table was read from end to end. */
const scans = async () => {
  const { rows } = await pool.query<{ relname: string; seq_scan: number }>(
    `select relname, seq_scan::integer from pg_stat_user_tables where relname in ('patrols', 'patrol_stretches', 'presence') order by relname`,
  )
  return rows.map(({ relname, seq_scan }) => `${relname} ${seq_scan}`).join(', ')
}
process.on('message', () => void scans().then((found) => process.send?.(found)))
process.on(
  'disconnect',
  () =>
    void bare
      .close()
      .then(portal.close)
      .then(() => process.exit(0)),
)
process.send?.({ url: portal.url, bareUrl, token, scans: await scans() })

async function signIn(): Promise<string> {
  const account = { name: 'Staff', emailAddress: 'staff@example.com', password: newToken() }
  const userId = await db.transaction().execute((tx) => createUser(tx, {}, { ...account, roles: ['Staff'] }))
  const secret = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashSecret(secret), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  return secret
}
