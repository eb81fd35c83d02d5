import Fastify from 'fastify'
import pg from 'pg'
import { Server } from 'socket.io'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashSecret, newToken } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal, WEB_KEY } from './lib/portal.ts'

const SIZE = 50

// The portal with a board of 50 units and 50 calls, and the baseline in the same process on the same connection pool.
const portal = await startBenchPortal()
const { db, pool } = portal.database

type Member = { readonly userId: number; readonly token: string }
async function addMember(index: number, department: string): Promise<Member> {
  const name = `Member ${index}`
  const userId = await db.transaction().execute((tx) =>
    createUser(
      tx,
      {},
      {
        name,
        emailAddress: `member${index}@example.com`,
        password: newToken(),
        roles: [],
        departments: [{ name: department, isPrimary: true }],
      },
    ),
  )
  const token = newToken()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id: userId, token_hash: hashSecret(token), address: '127.0.0.1', user_agent: 'bench', expires_at })
    .execute()
  return { userId, token }
}
async function call<T>({ token }: Member, method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` }
  const response = await portal.app.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
  return response.json<T>()
}

const dispatcher = await addMember(0, 'COMM')
await call(dispatcher, 'POST', '/api/patrol/unit/save', { serverId: 1, departmentId: 5, identifier: 'D-1', type: 3 })
const units: Member[] = []
for (let index = 1; index < SIZE; index += 1) {
  const member = await addMember(index, 'LSPD')
  await call(member, 'POST', '/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier: `4L${index}`, beatId: (index % 11) + 1 })
  const { callId } = await call<{ callId: number }>(dispatcher, 'POST', '/api/cad/call', {
    serverId: 1,
    callTypeId: (index % 26) + 1,
    narrative: 'Two masked males, one with a long gun, silver Sultan outside with the engine running.',
    location: 'Great Ocean Hwy, Banham Canyon',
    postal: '5041',
    caller: 'T. Marsh, clerk',
  })
  if (index % 2) await call(dispatcher, 'GET', `/api/patrol/unit/call/${member.userId}/${callId}`)
  units.push(member)
}
await call(dispatcher, 'POST', '/api/cad/call', { serverId: 1, callTypeId: 23 })
await db.schema
  .createTable('bare_rows')
  .addColumn('id', 'integer', (column) => column.primaryKey())
  .addColumn('value', 'integer')
  .execute()
await pool.query('insert into bare_rows select n, 0 from generate_series(1, 64) as n')

const bare = Fastify()
const io = new Server(bare.server, { path: '/bare', serveClient: false })
let payload: unknown
bare.get('/broadcast', async () => {
  io.emit('delta', payload)
  return {}
})
bare.get('/update/:id', async (request) => {
  const { id } = request.params as { id: string }
  await pool.query({ name: 'bare-update', text: 'update bare_rows set value = value + 1 where id = $1', values: [Number(id)] })
  return {}
})
bare.get('/units', async () => {
  const { rows } = await pool.query<object>({
    name: 'bare-units',
    text: `select t.*, u.name, d.name as department, d.type as department_type, a.call_id, a.assigned_at
      from units t join users u on u.id = t.user_id join departments d on d.id = t.department_id
      left join call_units a on a.user_id = t.user_id and a.cleared_at is null where t.server_id = $1 and t.status <> 1`,
    values: [1],
  })
  return rows
})
bare.get('/calls', async () => {
  const { rows } = await pool.query<object>({
    name: 'bare-calls',
    text: "select * from calls where server_id = $1 and status <> 'cleared' order by priority, id",
    values: [1],
  })
  return rows
})
bare.get('/row', async () => {
  const { rows } = await pool.query<object>({ name: 'bare-row', text: 'select id, name, email from users where id = $1', values: [1] })
  return rows[0]
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

/** The minimum of several runs, since background jobs of the portal may add statements to one of them. */
async function countStatements(member: Member | undefined): Promise<number> {
  if (!member) throw new Error('there is no unit')
  const counts: number[] = []
  let count = 0
  const counting = new Proxy(Reflect.get(pg.Client.prototype, 'query') as () => unknown, {
    apply: (query, client, args) => {
      count += 1
      const outcome: unknown = Reflect.apply(query, client, args)
      return outcome
    },
  })
  const real: unknown = Reflect.get(pg.Client.prototype, 'query')
  Reflect.set(pg.Client.prototype, 'query', counting)
  for (const status of [5, 6, 5, 6, 5]) {
    count = 0
    await call(member, 'GET', `/api/patrol/unit/status/${member.userId}/${status}`)
    counts.push(count)
  }
  Reflect.set(pg.Client.prototype, 'query', real)
  return Math.min(...counts)
}

process.on('message', (message: { payload?: unknown; count?: true; stop?: true }) => {
  if (message.payload) {
    payload = message.payload
    process.send?.({})
  }
  if (message.count) void countStatements(units[0]).then((statements) => process.send?.({ statements }))
  if (message.stop) {
    void io
      .close()
      .then(portal.close)
      .then(() => process.exit(0))
  }
})
process.send?.({ url: portal.url, bareUrl, dispatcher, units })
