import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFolder } from './lib/compress.mjs'
import { isBuilt, sourceState } from './lib/web-build.mjs'

let root
const write = (name, text) => writeFileSync(join(root, name), text)
const build = () => write('web/dist/.tenfour-build', sourceState(root))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'web-build-'))
  for (const folder of ['web/src/ui', 'web/dist', 'web/node_modules/x', 'contract/src']) mkdirSync(join(root, folder), { recursive: true })
  write('web/index.html', '<html>')
  write('web/src/ui/Badge.tsx', 'x')
  write('contract/src/index.ts', 'x')
  write('package-lock.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

test('without a build there is none', () => {
  expect(isBuilt(root)).toBe(false)
})

test('a build of these sources is kept', () => {
  build()
  expect(isBuilt(root)).toBe(true)
})

test.each(['web/index.html', 'web/src/ui/Badge.tsx', 'contract/src/index.ts', 'package-lock.json'])(
  'a change of %s makes it stale',
  (name) => {
    build()
    write(name, 'something longer')
    expect(isBuilt(root)).toBe(false)
  },
)

test('saving a file without changing its length makes it stale', () => {
  build()
  utimesSync(join(root, 'web/index.html'), new Date(), new Date(Date.now() + 5000))
  expect(isBuilt(root)).toBe(false)
})

test('a new and a deleted file make it stale', () => {
  build()
  write('web/src/new.ts', '')
  expect(isBuilt(root)).toBe(false)
  build()
  rmSync(join(root, 'web/src/ui/Badge.tsx'))
  expect(isBuilt(root)).toBe(false)
})

test('tests, the build itself and installed packages do not count', () => {
  build()
  write('web/src/ui/Badge.test.tsx', 'x')
  write('web/dist/index.html', 'x')
  write('web/node_modules/x/index.js', 'x')
  expect(isBuilt(root)).toBe(true)
})

test('compressible files are compressed once, beside the original', async () => {
  const text = 'status available '.repeat(500)
  write('web/dist/app.js', text)
  write('web/dist/small.js', 'x')
  write('web/dist/font.woff2', text)
  await compressFolder(join(root, 'web/dist'))
  expect(readdirSync(join(root, 'web/dist')).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'font.woff2', 'small.js'])
  expect(gunzipSync(readFileSync(join(root, 'web/dist/app.js.gz'))).toString()).toBe(text)
  expect(brotliDecompressSync(readFileSync(join(root, 'web/dist/app.js.br'))).toString()).toBe(text)
})
