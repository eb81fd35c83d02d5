import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

const STRAYS = new URL('bot.strays.ts', import.meta.url).href

/** Runs a script in a process of its own, because this one has the test runner's handler. */
const runScript = (script: string) =>
  new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const args = ['--input-type=module', '--eval', `import { catchStrays } from '${STRAYS}'\n${script}`]
    execFile(process.execPath, args, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
  })

test('a rejection without a handler is told to the connection that left it, whether thrown later or after an await', async () => {
  const { code, stdout } = await runScript(`
    const one = catchStrays((error) => console.log('one:', error.message))
    const other = catchStrays((error) => console.log('other:', error.message))
    one.inside(async () => { await null; throw new Error('awaited') })
    other.inside(() => setTimeout(() => void Promise.reject(new Error('later')), 1))`)
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'one: awaited\nother: later\n' })
})

test.each([
  ['outside of every connection', 'Promise.reject(new Error("ours"))'],
  ['in what a connection calls outside of itself', 'one.inside(() => one.outside(() => void Promise.reject(new Error("ours"))))'],
  ['after the last connection was released', 'one.release(); one.inside(() => void Promise.reject(new Error("ours")))'],
])('a rejection without a handler %s ends the process', async (_, rejects) => {
  const { code, stdout, stderr } = await runScript(`
    const one = catchStrays((error) => console.log('one:', error.message))
    ${rejects}
    setTimeout(() => console.log('still there'), 1000)`)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('ours')
})
