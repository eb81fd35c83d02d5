import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { freePort } from './test-process.ts'

export type TestRedis = { readonly url: string; readonly stop: () => Promise<void> }

/** The numbers of a Redis's sixteen databases that tests use; the last is for another community. */
const databaseOfWorker = () => Number(process.env['VITEST_POOL_ID'] ?? 0) % 15

/** A database of TEST_REDIS_URL that no other test uses at the same time, or a private Redis without persistence. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env['TEST_REDIS_URL']
  if (given) return { url: new URL(`/${databaseOfWorker()}`, given).href, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-redis-'))
  const port = await freePort()
  const running = await runRedis(port, folder)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function runRedis(port: number, folder: string) {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let output = ''
  await new Promise<void>((ready, failed) => {
    child.once('error', failed)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (/Ready to accept connections/i.test(output)) ready()
    })
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await exited
  }
  return { stop, signal: (signal: NodeJS.Signals) => child.kill(signal) }
}

/** The behaviour of the connection to Redis: normal, with a delay each way, or answering every command with an error. */
type Wire = { readonly delayMs: number; readonly isBroken: boolean }
const GOOD_WIRE: Wire = { delayMs: 0, isBroken: false }

export type FaultyRedis = Awaited<ReturnType<typeof startFaultyRedis>>

/** A separate Redis that can fail in every way a real one does. Its data is lost when it goes down. */
export async function startFaultyRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-redis-'))
  const port = await freePort()
  let running = await runRedis(port, folder)
  let wire = GOOD_WIRE
  const open = new Set<Socket>()
  const proxy = createServer((caller) => {
    const redis = createConnection(port, '127.0.0.1')
    const end = () => {
      for (const each of [caller, redis]) each.destroy()
      open.delete(caller)
    }
    const later = (work: () => void) => (wire.delayMs > 0 ? void setTimeout(work, wire.delayMs) : work())
    open.add(caller)
    for (const each of [caller, redis]) each.on('error', end).on('close', end)
    caller.on('data', (bytes) => later(() => (wire.isBroken ? caller.write('-ERR out of order\r\n') : redis.write(bytes))))
    redis.on('data', (bytes) => later(() => caller.write(bytes)))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const proxyPort = (proxy.address() as AddressInfo).port
  /** Talks to Redis itself, past the wire. */
  const command = async (password: string | undefined, ...args: string[]) => {
    const client = createClient({ url: `redis://127.0.0.1:${port}`, ...(password !== undefined && { password }) })
    client.on('error', () => undefined)
    await client.connect()
    await client.sendCommand(args)
    client.destroy()
  }
  return {
    url: `redis://127.0.0.1:${proxyPort}`,
    down: () => running.stop('SIGKILL'),
    up: async () => void (running = await runRedis(port, folder)),
    pause: async () => void running.signal('SIGSTOP'),
    resume: async () => void running.signal('SIGCONT'),
    slow: async (delayMs: number) => void (wire = { ...GOOD_WIRE, delayMs }),
    answerErrors: async () => void (wire = { ...GOOD_WIRE, isBroken: true }),
    mend: async () => void (wire = GOOD_WIRE),
    fill: () => command(undefined, 'CONFIG', 'SET', 'maxmemory', '1'),
    empty: () => command(undefined, 'CONFIG', 'SET', 'maxmemory', '0'),
    changePassword: async () => {
      await command(undefined, 'CONFIG', 'SET', 'requirepass', 'another')
      // Existing connections stay open: clients meet the new password when they connect again.
      for (const each of open) each.destroy()
    },
    resetPassword: () => command('another', 'CONFIG', 'SET', 'requirepass', ''),
    stop: async () => {
      running.signal('SIGCONT')
      await running.stop('SIGKILL')
      for (const each of open) each.destroy()
      proxy.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
