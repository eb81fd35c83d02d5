import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inTurn, load } from './lib/load.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 5
const SECONDS = 4
const CALLS = 4000
const WARM_UP = 500
const GOAL = 0.95

const server = fork(fileURLToPath(new URL('./api-logs.server.ts', import.meta.url)))
const [{ url, key }] = (await once(server, 'message')) as [{ url: string; key: string }]
const signIn = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers: { 'x-api-key': WEB_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ emailAddress: 'person@example.com', password: 'correct horse battery' }),
})
const authorization = `Bearer ${signIn.headers.get('x-idp-token')}`
const headersWith = (apiKey: string) => ({ 'x-api-key': apiKey, authorization })

// One request after the other, alternating between logged and not logged.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const durations = { noted: [] as number[], bare: [] as number[] }
for (let round = 0; round < WARM_UP + CALLS; round += 1) {
  // Alternate the order, since the second one competes with work the first left behind.
  for (const kind of round % 2 === 0 ? (['noted', 'bare'] as const) : (['bare', 'noted'] as const)) {
    const ms = await time(kind === 'noted' ? key : WEB_KEY)
    if (round >= WARM_UP) durations[kind].push(ms)
  }
}
agent.destroy()

// As many as the portal can answer, which is more than its log buffer holds.
const flood = await inTurn(
  ROUNDS,
  () => load(url, { path: '/api/auth/me', headers: headersWith(key) }, { seconds: SECONDS }),
  () => load(url, { path: '/api/auth/me', headers: headersWith(WEB_KEY) }, { seconds: SECONDS }),
)
await sleep(3000)
server.send('count')
const [{ written, dropped }] = (await once(server, 'message')) as [{ written: number; dropped: number }]
server.send('stop')
await once(server, 'exit')

const at = (list: readonly number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
const [noted, bare] = [at(durations.noted, 0.5), at(durations.bare, 0.5)]
if (flood.first.failed || flood.second.failed) console.log(`failed requests: ${flood.first.failed} noted, ${flood.second.failed} not noted`)
console.log(`${number(written)} calls written, ${number(dropped)} dropped and counted`)
console.log(
  `p99 one after the other: ${number(at(durations.bare, 0.99), 2)} ms not noted, ${number(at(durations.noted, 0.99), 2)} ms noted`,
)
print([
  {
    what: 'auth/me one after the other, p50, not noted / noted',
    measured: `${number(bare, 2)} ms / ${number(noted, 2)} ms = ${number(bare / noted, 2)}`,
    goal: `${GOAL}`,
    isMet: bare / noted >= GOAL,
  },
  {
    what: 'auth/me per second as fast as it goes, noted / not noted',
    measured: `${number(flood.first.perSecond)} / ${number(flood.second.perSecond)} = ${number(flood.ratio, 2)}`,
    goal: `${GOAL}`,
    isMet: flood.ratio >= GOAL,
  },
])

function time(apiKey: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/auth/me`, { headers: headersWith(apiKey), agent }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`auth/me answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
