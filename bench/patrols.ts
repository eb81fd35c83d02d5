import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nextMessage } from './lib/child.ts'
import { WEB_KEY } from './lib/portal.ts'
import { number, print } from './lib/report.ts'

const ROUNDS = 200
const BARE_ROUNDS = 50
const WARM_UP = 30
const GOAL = 5

type Started = { readonly url: string; readonly bareUrl: string; readonly token: string; readonly scans: string }

const patrols = Number(process.argv[2] ?? 500_000)
const server = fork(fileURLToPath(new URL('./patrols.server.ts', import.meta.url)), [String(patrols)])
const { url, bareUrl, token, scans } = (await nextMessage(server)) as Started
const agent = new Agent({ keepAlive: true, maxSockets: 2 })
const headers = { 'x-api-key': WEB_KEY, authorization: `Bearer ${token}` }

// The whole month before the last one.
const now = new Date()
const day = (month: number, date: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date)).toISOString().slice(0, 10)
const MONTH = `from=${day(-1, 1)}&to=${day(0, 0)}&timeZone=Europe/Berlin`
const member = (round: number) => 1001 + ((round * 7919) % 1000)
const department = (round: number) => 2 + (round % 5)

type Path = (round: number) => string
/** Held against the goal. */
const CASES: Readonly<Record<string, Path>> = {
  'a member’s history, first page': (round) => `/api/patrols/of/${member(round)}`,
  'a member’s history, 5th page': (round) => `/api/patrols/of/${member(round)}?page=5`,
  getUserPatrols: (round) => `/api/user/getUserPatrols/${member(round)}`,
  'a member’s summary': (round) => `/api/patrols/summary/${member(round)}?timeZone=Europe/Berlin`,
  'one patrol': (round) => `/api/patrols/${1 + ((round * 7919) % (patrols - 1))}`,
  'a department’s month, members': (round) => `/api/patrols/members?${MONTH}&departmentId=${department(round)}`,
  'a department’s month, overview': (round) => `/api/patrols/overview?${MONTH}&departmentId=${department(round)}`,
  'everyone’s month, members': () => `/api/patrols/members?${MONTH}`,
  'what waits for review': () => '/api/patrols/review',
  'top list of the month': () => '/api/user/getTopUserPatrols?period=month&timeZone=Europe/Berlin',
  'top list of all time': () => '/api/user/getTopUserPatrols?period=all',
}
/** For comparison: what the portal does once in a while, and what the database needs for the same rows without rules. */
const BARE: Readonly<Record<string, Path>> = {
  'bare sum of a department’s month': (round) => `/month/${department(round)}`,
  'top list of the month, not kept': () => '/top/month',
  'top list of all time, not kept': () => '/top/all',
}

/** The rows that totals are computed from: the patrols of the month, sent bare. */
const MADE_OF: Readonly<Record<string, Path>> = {
  'bare rows of a department’s month': (round) => `/rows/${department(round)}`,
  'bare rows of everyone’s month': () => '/rows/0',
}
const madeOf = (name: string) => Object.keys(MADE_OF).find((bare) => name.startsWith(bare.slice('bare rows of '.length)))

const rows = new Map<string, number>()
for (const [name, path] of Object.entries(CASES)) rows.set(name, countRows((await ask(`${url}${path(0)}`)).body))
const SIZES = [...new Set(rows.values())]

// All cases within each round, so that noise hits all of them.
const durations = new Map<string, number[]>()
const measure = async (round: number, name: string, address: string) => {
  const { ms } = await ask(address)
  if (round >= WARM_UP) durations.set(name, [...(durations.get(name) ?? []), ms])
}
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const size of SIZES) await measure(round, `bare ${size}`, `${bareUrl}/patrols/${member(round)}/${size}`)
  for (const [name, path] of Object.entries(MADE_OF)) await measure(round, name, `${bareUrl}${path(round)}`)
  for (const [name, path] of Object.entries(CASES)) await measure(round, name, `${url}${path(round)}`)
}
// The database counts scans with a delay.
await sleep(2000)
server.send('scans')
const scansAfter = (await nextMessage(server)) as string
for (let round = 0; round < WARM_UP + BARE_ROUNDS; round += 1) {
  for (const [name, path] of Object.entries(BARE)) await measure(round, name, `${bareUrl}${path(round)}`)
}
server.disconnect()
await once(server, 'exit')
agent.destroy()

const part = (name: string, share: number) => {
  const all = (durations.get(name) ?? []).toSorted((a, b) => a - b)
  return all[Math.floor(all.length * share)] ?? 0
}
const both = (name: string) => `p50 ${number(part(name, 0.5), 2)} ms, p99 ${number(part(name, 0.99), 2)} ms`
console.log(`${number(patrols)} patrols; tables read from end to end before: ${scans}, after: ${scansAfter}`)
for (const size of SIZES) console.log(`bare ${size} rows ${both(`bare ${size}`)}`)
for (const name of [...Object.keys(MADE_OF), ...Object.keys(BARE)]) console.log(`${name} ${both(name)}`)
/** Totals have two lines: against as many rows as are returned, and against as many as are added up. */
const lines = Object.keys(CASES).flatMap((name) => {
  const size = rows.get(name) ?? 0
  const made = madeOf(name)
  const against = (bare: string, what: string) => {
    const [p50, p99] = [0.5, 0.99].map((share) => part(name, share) / part(bare, share)) as [number, number]
    const measured = `${both(name)} = ${number(p50, 1)}, ${number(p99, 1)} times ${what}`
    return { what: name, measured, goal: `≤ ${GOAL} times`, isMet: p50 <= GOAL && p99 <= GOAL }
  }
  return [against(`bare ${size}`, `${size} bare rows`), ...(made === undefined ? [] : [against(made, 'the bare rows it is made of')])]
})
lines.push({ what: 'patrols and stretches read by an index alone', measured: scansAfter, goal: scans, isMet: scansAfter === scans })
print(lines)

/** The rows of an answer: a list, or all lists that are in it. */
function countRows(body: string): number {
  const answer = JSON.parse(body) as object
  if (Array.isArray(answer)) return answer.length
  return Object.values(answer).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)
}

function ask(address: string): Promise<{ readonly ms: number; readonly body: string }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const ms = performance.now() - started
        const body = Buffer.concat(chunks).toString()
        if (response.statusCode === 200) resolve({ ms, body })
        else reject(new Error(`${address} answered ${response.statusCode}: ${body}`))
      })
    })
    sent.once('error', reject)
    sent.end()
  })
}
