import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFakeDiscord } from '../server/src/testing/discord/fake-discord.ts'
import { number, print } from './lib/report.ts'

/**
 * Memory of a portal at rest: without Discord, with the code for it but no token, and with the bot in a server of 2,000 members. Given the folder of
 * an earlier installation, that one is the baseline.
 */
const MEMBERS = Number(process.env['MEMBERS'] ?? 2000)
const ROUNDS = 3
const REST_MS = 12_000
const IDLE_GOAL_MB = 5
const BOT_GOAL_MB = 120
const TOKEN = 'a-token-of-a-measurement.which-is-no-secret.but-long-enough'
const HERE = resolve(import.meta.dirname, '..')
const earlier = process.argv[2]

const discord = await createFakeDiscord({ token: TOKEN })
const { id: guildId } = discord.addGuild({ name: 'Our Town' })
const roles = Array.from({ length: 40 }, (_, index) => discord.addRole(guildId, { name: `Role ${index}`, position: index + 1 }).id)
for (let index = 0; index < 60; index += 1) discord.addChannel(guildId, { name: `channel-${index}` })
for (let index = 0; index < MEMBERS; index += 1) {
  const { id } = discord.addUser({ username: `member_${index}`, globalName: `Member ${index}` })
  discord.addMember(guildId, id, { roles: [roles[index % roles.length] ?? '', roles[(index * 7) % roles.length] ?? ''] })
}

/** Megabytes of a portal that has rested for a while. */
async function measure(folder: string, env: Readonly<Record<string, string>>): Promise<number> {
  const data = await mkdtemp(join(tmpdir(), 'tenfour-bench-'))
  const settings = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    PORTAL_DATA_DIR: data,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    REDIS_URL: '',
    // As `npm start` does.
    NODE_COMPILE_CACHE: join(folder, '.cache/compile'),
    ...env,
  }
  const portal = spawn(process.execPath, ['server/src/main.ts'], { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    for await (const chunk of portal.stdout.iterator({ destroyOnReturn: false })) if (String(chunk).includes('is ready at')) break
    portal.stdout.resume()
    await sleep(REST_MS)
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } finally {
    const ended = once(portal, 'exit')
    portal.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
}

const CASES = [
  { name: earlier === undefined ? 'no bot (PORTAL_BOT=off)' : 'before', folder: earlier ?? HERE, env: { PORTAL_BOT: 'off' } },
  { name: 'no token', folder: HERE, env: {} },
  { name: `bot, ${number(MEMBERS)} members`, folder: HERE, env: { DISCORD_BOT_TOKEN: TOKEN, DISCORD_API_URL: `${discord.url}/api` } },
] as const
const taken = new Map<string, number[]>(CASES.map(({ name }) => [name, []]))
// The first start compiles the code, and is not counted.
for (let round = -1; round < ROUNDS; round += 1) {
  for (const { name, folder, env } of CASES) {
    const megabytes = await measure(folder, env)
    if (round >= 0) taken.get(name)?.push(megabytes)
  }
}
await discord.close()

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const [base = 0, idle = 0, bot = 0] = CASES.map(({ name }) => median(taken.get(name) ?? []))
const more = (what: string, value: number, goal: number) => ({
  what: `${what}: more than ${CASES[0].name}, ${number(base)} MB`,
  measured: `${number(value - base, 1)} MB`,
  goal: `${goal} MB`,
  isMet: value - base <= goal,
})
print([more(CASES[1].name, idle, IDLE_GOAL_MB), more(CASES[2].name, bot, BOT_GOAL_MB)])
