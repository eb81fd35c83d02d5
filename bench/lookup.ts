import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 400
const WARM_UP = 50
const P99_MS = 60

type Started = {
  readonly url: string
  readonly token: string
  readonly size: number
  readonly seconds: { readonly characters: number; readonly vehicles: number }
  readonly names: readonly string[]
  readonly plates: readonly string[]
}
type Sizes = {
  readonly relations: readonly { readonly name: string; readonly bytes: number }[]
  readonly before: number
  readonly after: number
}
type Ask = { readonly method: string; readonly url: string; readonly body?: string }
type Case = { readonly ask: (round: number) => Ask; readonly times?: number; readonly isBounded?: boolean }

const server = fork(fileURLToPath(new URL('./lookup.server.ts', import.meta.url)), process.argv.slice(2))
const [{ url, token, size, seconds, names, plates }] = (await once(server, 'message')) as [Started]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}`, 'content-type': 'application/json' }

const search = (kind: string, q: string): Ask => ({
  method: 'GET',
  url: `${url}/api/lookups/search?kind=${kind}&q=${encodeURIComponent(q)}`,
})
/** Another one each round and for each case, so that nothing is asked twice. */
const any = (list: readonly string[], round: number, salt: number) => list[(round * 7 + salt * 1009) % list.length] ?? ''
const person = (round: number, salt: number): [string, string] => {
  const [first = '', last = ''] = any(names, round, salt).split(' ')
  return [first, last]
}
/** One letter missing, another, too many, or two swapped, in turn, not at the beginning. */
function misspell(word: string, round: number): string {
  const at = 1 + (round % Math.max(1, word.length - 2))
  const [before, after] = [word.slice(0, at), word.slice(at)]
  const wrong = [
    before + after.slice(1),
    `${before}x${after.slice(1)}`,
    `${before}x${after}`,
    before + (after[1] ?? '') + after[0] + after.slice(2),
  ]
  return wrong[round % wrong.length] ?? word
}

const BARE = 'one offence by its key, GET /api/offences/:offenceId/revisions'
const CASES: Readonly<Record<string, Case>> = {
  [BARE]: { ask: (round) => ({ method: 'GET', url: `${url}/api/offences/${1 + (round % 60)}/revisions` }) },
  'exact name': { ask: (round) => search('person', person(round, 1).join(' ')), times: 10 },
  'first name and three letters of the last': {
    ask: (round) => {
      const [first, last] = person(round, 2)
      return search('person', `${first} ${last.slice(0, 3)}`)
    },
    times: 10,
  },
  'three letters of the last name': { ask: (round) => search('person', person(round, 3)[1].slice(0, 3)), times: 10 },
  'two letters of the first name': { ask: (round) => search('person', person(round, 4)[0].slice(0, 2)), times: 10 },
  'whole plate': { ask: (round) => search('vehicle', any(plates, round, 5)), times: 10 },
  'four of a plate': { ask: (round) => search('vehicle', any(plates, round, 6).slice(0, 4)), times: 10 },
  'plate looked up, with record and log': {
    ask: (round) => ({ method: 'POST', url: `${url}/api/lookups`, body: JSON.stringify({ by: 'plate', plate: any(plates, round, 7) }) }),
    times: 10,
  },
  'words swapped': { ask: (round) => search('person', person(round, 8).toReversed().join(' ')), times: 30, isBounded: true },
  'last name misspelt': {
    ask: (round) => {
      const [first, last] = person(round, 9)
      return search('person', `${first} ${misspell(last, round)}`)
    },
    times: 30,
    isBounded: true,
  },
  'both misspelt and swapped': {
    ask: (round) => {
      const [first, last] = person(round, 10)
      return search('person', `${misspell(last, round)} ${misspell(first, round + 1)}`)
    },
    times: 30,
    isBounded: true,
  },
  'one misspelt word': { ask: (round) => search('person', misspell(person(round, 11)[1], round)), times: 30, isBounded: true },
  'misspelt plate': {
    ask: (round) => search('vehicle', misspell(any(plates, round, 12), round).toUpperCase()),
    times: 30,
    isBounded: true,
  },
  'nobody of that name': { ask: (round) => search('person', `qqq${round} zzz${round}`), times: 30, isBounded: true },
}

// All cases within each round, so that noise hits all of them.
const durations = new Map(Object.keys(CASES).map((name) => [name, [] as number[]]))
let found = 0
let misspelt = 0
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const [name, { ask }] of Object.entries(CASES)) {
    const { ms, text } = await time(ask(round))
    if (round < WARM_UP) continue
    durations.get(name)?.push(ms)
    if (name !== 'last name misspelt') continue
    misspelt += 1
    if (text.includes(person(round, 9).join(' '))) found += 1
  }
}
server.send('sizes')
const [{ relations, before, after }] = (await once(server, 'message')) as [Sizes]
server.disconnect()
await once(server, 'exit')
agent.destroy()

const part = (name: string, share: number) => (durations.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(ROUNDS * share)] ?? 0
const bare = part(BARE, 0.5)
console.log(`${number(size)} characters written in ${number(seconds.characters)} s, as many vehicles in ${number(seconds.vehicles)} s`)
console.log(`${BARE}: p50 ${number(bare, 2)} ms, p99 ${number(part(BARE, 0.99), 2)} ms`)
print(
  Object.entries(CASES).flatMap(([name, { times, isBounded = false }]) => {
    if (times === undefined) return []
    const [p50, p99] = [part(name, 0.5), part(name, 0.99)]
    return {
      what: name,
      measured: `p50 ${number(p50, 2)} ms = ${number(p50 / bare, 1)} times, p99 ${number(p99, 1)} ms`,
      goal: isBounded ? `≤ ${times} times, p99 under ${P99_MS} ms` : `≤ ${times} times`,
      isMet: p50 / bare <= times && (!isBounded || p99 < P99_MS),
    }
  }),
)
console.log(`of the misspelt last names ${number((100 * found) / misspelt, 1)} % were among the rows`)
console.log(`memory of the portal ${number(before)} MB before, ${number(after)} MB after`)
for (const { name, bytes } of relations) console.log(`${name.padEnd(28)} ${number(Number(bytes) / 1_000_000, 1).padStart(8)} MB`)

function time({ body, ...ask }: Ask): Promise<{ ms: number; text: string }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(ask.url, { ...ask, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms: performance.now() - started, text })
        else reject(new Error(`${ask.method} ${ask.url} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
