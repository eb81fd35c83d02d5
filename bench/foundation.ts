import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './lib/child.ts'
import { inTurn, load } from './lib/load.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const SECONDS = 6
const ROUNDS = 3
/** As many as the server creates: enough concurrency to keep the CPU busy while waiting for the disk. */
const ACCOUNTS = 16

const server = fork(fileURLToPath(new URL('./foundation.server.ts', import.meta.url)))
const { url, bareUrl } = (await nextMessage(server)) as { url: string; bareUrl: string }
const headers = { 'x-api-key': WEB_KEY, 'content-type': 'application/json' }

const signIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials(0) })
const token = signIn.headers.get('x-idp-token') ?? ''
const me = await inTurn(
  ROUNDS,
  () => load(url, { path: '/api/auth/me', headers: { ...headers, authorization: `Bearer ${token}` } }, { seconds: SECONDS }),
  () => load(bareUrl, { path: '/user/1' }, { seconds: SECONDS }),
)

const signIns = await inTurn(
  ROUNDS,
  () =>
    load(
      url,
      {
        path: '/api/auth/login',
        method: 'POST',
        headers,
        bodies: Array.from({ length: ACCOUNTS }, (_, index) => credentials(index)),
        // From one address, those that the warm-up leaves unanswered would be too many attempts at once.
        isFromManyAddresses: true,
      },
      { connections: ACCOUNTS, seconds: SECONDS },
    ),
  async () => {
    server.send({ argon2: SECONDS })
    return (await nextMessage(server)) as { perSecond: number; failed: number }
  },
)
server.send({ stop: true })
await once(server, 'exit')

print([
  {
    what: 'auth/me per second, against a bare route with one indexed query',
    measured: `${number(me.first.perSecond)} / ${number(me.second.perSecond)} = ${number(me.ratio, 2)}, ${me.first.failed} failed`,
    goal: '0.70',
    isMet: me.ratio >= 0.7 && me.first.failed === 0,
  },
  {
    what: 'sign-ins per second, against bare argon2id',
    measured: `${number(signIns.first.perSecond, 1)} / ${number(signIns.second.perSecond, 1)} = ${number(signIns.ratio, 2)}, ${signIns.first.failed} failed`,
    goal: '0.80',
    isMet: signIns.ratio >= 0.8 && signIns.first.failed === 0,
  },
])

function credentials(index: number): string {
  return JSON.stringify({ emailAddress: `person${index}@example.com`, password: 'correct horse battery' })
}
