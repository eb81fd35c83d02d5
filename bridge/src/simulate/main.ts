// npm run simulate: a simulated game server with players who drive around, against any portal.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PenaltyMessage } from '@tenfour/contract'
import { z } from 'zod'
import { buildBridge } from '../../build.ts'
import { portalAddress } from '../server/settings.ts'
import { startGame } from './game.ts'

const HELP = `npm run simulate -- --players 200 [--url http://localhost:3000] [--calls 60] [--members file.json]

Runs the FiveM resource in a simulated game server, with players who drive around.

  --url      address of the portal; http://localhost:3000 by default
  --players  number of players; 50 by default
  --calls    seconds between two 911 calls; 0, no calls, by default
  --members  a JSON file of [{ "name", "steam", "isDispatcher" }]: portal accounts among the players

The key of the game server is read from TENFOUR_KEY, so that it does not show up in a list of processes.
`
const NO_KEY = `There is no key. Issue one, in Manage Servers or on the portal's machine, and try again:

  npm run portal -- key issue --kind server --name Simulated --server 1
  TENFOUR_KEY=the-key npm run simulate -- --players 200`
const Members = z.array(z.object({ name: z.string(), steam: z.string(), isDispatcher: z.boolean().optional() }))

const fail: (problem: string) => never = (problem) => {
  process.stderr.write(`${problem}\n\n${HELP}`)
  process.exit(1)
}
const options = {
  url: { type: 'string', default: 'http://localhost:3000' },
  players: { type: 'string', default: '50' },
  calls: { type: 'string', default: '0' },
  members: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const
const readArgs = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}
function readMembers(file: string) {
  try {
    return Members.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return fail(`--members ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const values = readArgs()
if (values.help) {
  process.stdout.write(HELP)
  process.exit(0)
}
const key = process.env['TENFOUR_KEY'] ?? fail(NO_KEY)
if (key.trim() === '') fail(NO_KEY)
const players = z.coerce.number().pipe(z.int().min(1).max(2048)).safeParse(values.players)
const calls = z.coerce.number().pipe(z.number().min(0)).safeParse(values.calls)
if (!players.success) fail(`--players ${values.players}: a number from 1 to 2048`)
if (!calls.success) fail(`--calls ${values.calls}: a number of seconds`)
const address = portalAddress(values.url)
if ('problem' in address) fail(`--url ${values.url}: an address such as https://portal.example`)
const members = values.members === undefined ? [] : readMembers(values.members)

const folder = mkdtempSync(join(tmpdir(), 'tenfour-simulate-'))
await buildBridge(folder)
const { game, stop } = await startGame({ folder, url: values.url, key, players: players.data, members, callEvery: calls.data })
game.listen('tenfour:penalty', ({ number, name, change, fine, jailMinutes }: PenaltyMessage) => {
  process.stdout.write(`Penalty ${change}: ${number}, ${name}, fine ${fine}, ${jailMinutes} minutes in jail\n`)
})
let printedCount = 0
const tell = setInterval(() => {
  for (const line of game.printed.slice(printedCount)) process.stdout.write(`${line}\n`)
  printedCount = game.printed.length
}, 500)
process.stdout.write(`${players.data} players are driving around. Ctrl-C ends it.\n`)
const end = () => {
  clearInterval(tell)
  stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
// The parent process has ended.
process.once('disconnect', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
