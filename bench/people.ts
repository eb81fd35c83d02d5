import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 800
const WARM_UP = 200
const GOAL = 3

type Ask = { readonly method: string; readonly url: string; readonly headers?: Record<string, string>; readonly body?: string }

const server = fork(fileURLToPath(new URL('./people.server.ts', import.meta.url)))
const [{ url, bareUrl, users }] = (await once(server, 'message')) as [{ url: string; bareUrl: string; users: number }]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const headers: Record<string, string> = { 'x-api-key': WEB_KEY, 'content-type': 'application/json' }
const signIn = await fetch(`${url}/api/auth/login`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ emailAddress: 'admin@example.com', password: 'correct horse battery' }),
})
headers['authorization'] = `Bearer ${signIn.headers.get('x-idp-token')}`

const search = (term: string): Ask => ({
  method: 'POST',
  url: `${url}/api/user/search/false/false`,
  headers,
  body: JSON.stringify({ term }),
})
/** A different value each round, so that no answer is cached. */
const pick = (list: readonly string[], round: number) => list[round % list.length] ?? ''
const CANDIDATES = [
  'stand',
  'brick',
  'shend',
  'thack',
  'druck',
  'grand',
  'tions',
  'peack',
  'marsh',
  'chand',
  'vond',
  'laind',
  'treas',
  'wick',
]
const found = await Promise.all(
  CANDIDATES.map(async (term) => {
    const { method, url: address, body } = search(term)
    const answer = await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) })
    return { term, ...((await answer.json()) as { total: number }) }
  }),
)
/** Terms that fill a page. */
const parts = found.filter(({ total }) => total >= 25)
const NAMES = parts.map(({ term }) => term)
const hits = parts.reduce((sum, { total }) => sum + total, 0) / parts.length

const CASES: Readonly<Record<string, (round: number) => Ask>> = {
  bare: (round) => ({ method: 'GET', url: `${bareUrl}/users/${1 + ((round * 7919) % (users - 100))}` }),
  'search by part of a name': (round) => search(pick(NAMES, round)),
  'search by Steam hex': (round) => search(`11000010${(((round + 2) * 2654435761) % 268435456).toString(16).padStart(7, '0')}`),
  'search by part of a Steam hex': (round) => search((((round + 2) * 2654435761) % 268435456).toString(16).padStart(7, '0').slice(0, 5)),
  'list page, 1 to 4': (round) => ({ method: 'GET', url: `${url}/api/user/GetUsersAsync/false/false?page=${1 + (round % 4)}`, headers }),
  'list page, 1 to 20': (round) => ({ method: 'GET', url: `${url}/api/user/GetUsersAsync/false/false?page=${1 + (round % 20)}`, headers }),
  'list page of one department': (round) => ({
    method: 'GET',
    url: `${url}/api/user/GetUsersAsync/true/false?departmentId=${2 + (round % 6)}`,
    headers,
  }),
}

// All cases within each round, so that noise hits all of them.
const durations = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]))
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const [name, ask] of Object.entries(CASES)) {
    const ms = await time(ask(round))
    if (round >= WARM_UP) durations.get(name)?.push(ms)
  }
}
server.disconnect()
await once(server, 'exit')
agent.destroy()

const p50 = (name: string) => (durations.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
const bare = p50('bare')
console.log(`parts of a name: ${NAMES.join(', ')}; ${number(hits)} accounts found by one, on average`)
print(
  Object.keys(CASES)
    .filter((name) => name !== 'bare')
    .map((name) => ({
      what: `${name}, p50 against a bare route that reads 25 rows by an index (${number(users)} users)`,
      measured: `${number(p50(name), 2)} ms / ${number(bare, 2)} ms = ${number(p50(name) / bare, 2)}`,
      goal: `≤ ${GOAL}`,
      isMet: p50(name) / bare <= GOAL,
    })),
)

function time({ body, ...ask }: Ask): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(ask.url, { ...ask, agent }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`${ask.method} ${ask.url} answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
