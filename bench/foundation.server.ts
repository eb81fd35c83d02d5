import Fastify from 'fastify'
import { verify } from '@node-rs/argon2'
import { createUser } from '../server/src/features/people/users/users.service.ts'
import { hashPassword } from '../server/src/platform/auth/secrets.ts'
import { startBenchPortal } from './lib/portal.ts'

const PASSWORD = 'correct horse battery'
const CONCURRENCY = 16

// The portal and its baselines in the same process: a bare route with one indexed query on the same pool, and bare argon2id.
const portal = await startBenchPortal({ trustProxy: 'loopback' })
for (let index = 0; index < CONCURRENCY; index += 1) {
  await portal.database.db.transaction().execute((tx) =>
    createUser(
      tx,
      {},
      {
        name: `Person ${index}`,
        emailAddress: `person${index}@example.com`,
        password: PASSWORD,
        roles: ['Staff'],
        departments: [
          { name: 'LSPD', rank: 'Officer II', isPrimary: true },
          { name: 'CIV', isPrimary: false },
        ],
      },
    ),
  )
}
const bare = Fastify()
bare.get('/user/:id', async (request) => {
  const { id } = request.params as { id: string }
  const { rows } = await portal.database.pool.query({
    name: 'bare',
    text: 'select id, name, email from users where id = $1',
    values: [Number(id)],
  })
  return rows[0]
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

async function bareArgon2(seconds: number): Promise<number> {
  const hash = await hashPassword(PASSWORD)
  const started = performance.now()
  let done = 0
  const work = async () => {
    while (performance.now() - started < seconds * 1000) {
      await verify(hash, PASSWORD)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return done / ((performance.now() - started) / 1000)
}

process.on('message', (message: { argon2?: number; stop?: true }) => {
  if (message.argon2) void bareArgon2(message.argon2).then((perSecond) => process.send?.({ perSecond }))
  if (message.stop)
    void bare
      .close()
      .then(portal.close)
      .then(() => process.exit(0))
})
process.send?.({ url: portal.url, bareUrl })
