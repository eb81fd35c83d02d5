import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './test-process.ts'

export type TestRedis = { readonly url: string; readonly stop: () => Promise<void> }

/** The Redis of TEST_REDIS_URL, or a private one without persistence. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env['TEST_REDIS_URL']
  if (given) return { url: given, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'tenfour-redis-'))
  const port = await freePort()
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
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
