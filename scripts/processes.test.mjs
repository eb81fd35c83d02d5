import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lib/lock.mjs'
import { step } from './lib/progress.mjs'
import { endLeftovers, openRunFolder } from './lib/run-folder.mjs'
import { run, runWatched, start } from './lib/run.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const until = async (condition) => {
  for (const deadline = Date.now() + 8000; Date.now() < deadline && !condition();) await delay(50)
  expect(condition()).toBe(true)
}

test('two that need the same lock take turns', async () => {
  const file = join(folder, 'sub', 'x.lock')
  const order = []
  const turn = (name) =>
    withLock(file, 'testing', async () => {
      order.push(`${name} in`)
      await delay(50)
      order.push(`${name} out`)
    })
  await Promise.all([turn('a'), turn('b')])
  expect(order).toEqual(['a in', 'a out', 'b in', 'b out'])
  expect(existsSync(file)).toBe(false)
})

test('the lock of a process that died is taken over', async () => {
  const file = join(folder, 'x.lock')
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  writeFileSync(file, String(dead.pid))
  expect(await withLock(file, 'testing', async () => 'mine')).toBe('mine')
})

test('a command that fails, or does not exist, is told by its code and output', async () => {
  expect(await run(process.execPath, ['-e', 'console.error("oh"); process.exit(3)'])).toMatchObject({ code: 3, output: 'oh\n' })
  expect(await run('no-such-command-here', [])).toMatchObject({ code: 127 })
})

test('stopping a command stops what it started', async () => {
  const inner = 'setInterval(() => {}, 1000)'
  const outer = `const c = require('child_process').spawn(process.execPath, ['-e', '${inner}']); console.log(c.pid); setInterval(() => {}, 1000)`
  let innerPid
  const command = start(process.execPath, ['-e', outer], { onLine: (line) => (innerPid = Number(line)) })
  await until(() => innerPid !== undefined)
  await command.stop()
  await until(() => !isAlive(innerPid))
})

test('a command that prints nothing for too long is stopped', async () => {
  const silent = await runWatched(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { maxSilenceMs: 200 })
  expect(silent).toMatchObject({ code: 1, output: expect.stringContaining('Stopped: it has printed nothing for') })
  expect(await runWatched(process.execPath, ['-e', 'console.log(1)'], { maxSilenceMs: 60_000 })).toMatchObject({ code: 0, output: '1\n' })
})

test.runIf(process.platform === 'linux')('a command comes with its processor time, that of its own children included', async () => {
  const busy = 'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end;);'
  const outer = `require('child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  expect((await run(process.execPath, ['-e', outer])).processorMs).toBeGreaterThanOrEqual(300)
})

test.runIf(process.platform === 'linux')('a command of low priority lets others go first', async () => {
  const { output } = await run(process.execPath, ['-e', "setTimeout(() => console.log(require('os').getPriority()), 300)"], {
    isLowPriority: true,
  })
  expect(Number(output)).toBeGreaterThan(0)
})

test('a step shows its name and time, without control characters where there is no terminal', async () => {
  const lines = []
  await step('Building', async () => {}, { write: (text) => lines.push(text), isTTY: false })
  expect(lines.join('')).toMatch(/^… Building\n✓ Building \d+\.\d s\n$/)
})

test.runIf(process.platform === 'linux')('leftover processes of a run are found by its mark and ended, others are not', async () => {
  const testRun = openRunFolder([folder, '/tmp'])
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { ...process.env, ...testRun.env }, stdio: 'ignore' })
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(left, 'spawn')
  expect(await endLeftovers(testRun, { grace: 100 })).toHaveLength(1)
  await until(() => left.signalCode === 'SIGTERM')
  expect(isAlive(other.pid)).toBe(true)
  other.kill('SIGKILL')
  testRun.remove()
})
