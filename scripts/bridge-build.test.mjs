import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildBridge } from '../bridge/build.ts'
import { laterCss } from '../web/build/later-css.mjs'
import { GAME_SCRIPTS, laterScript } from '../web/build/later-script.mjs'

const folder = mkdtempSync(join(tmpdir(), 'bridge-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the scripts of the resource run in the game, and its tablet in the browser of the game', async () => {
  const resource = await buildBridge(join(folder, 'tenfour'))
  const read = (name) => readFileSync(join(resource, name), 'utf8')
  expect(laterScript(read('client.js'), { chrome: GAME_SCRIPTS })).toEqual([])
  expect(laterScript(read('tablet/tablet.js'))).toEqual([])
  expect(laterCss(read('tablet/tablet.css'))).toEqual([])
})
