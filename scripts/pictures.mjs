// npm run pictures: draws the pictures of the README and of docs/people.md from the demo.
// npm run pictures -- <folder>: draws pages of the demo into a folder, the same ones every time. With --compare it says which of them look different from
// those in the folder, with --only=<regular expression> it draws or compares only the pictures with such a name.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ensureInstalled } from './lib/install.mjs'
import { main, onInterrupt } from './lib/main.mjs'
import { UserError, fromRoot, requireNode } from './lib/paths.mjs'
import { serverCommand } from './lib/portal-process.mjs'
import { freePort } from './lib/ports.mjs'
import { run, start } from './lib/run.mjs'
import { chromiumPath, ensurePackages } from './lib/system-packages.mjs'
import { ensureWebBuilt } from './lib/web-build.mjs'

const START_SECONDS = 300

/** The moment of the pictures in a folder: what the demo makes up depends on the hour and the day of the week. */
const momentOf = (folder, { isNew }) => {
  const file = join(folder, 'moment.txt')
  if (isNew) writeFileSync(file, new Date().toISOString())
  else if (!existsSync(file)) throw new UserError(`There are no pictures in ${folder} to compare with`)
  return readFileSync(file, 'utf8')
}

const tellDifferences = () => {
  const results = fromRoot('test-results/pictures')
  const files = existsSync(results) ? readdirSync(results, { recursive: true }) : []
  const differ = files.filter((file) => file.endsWith('-diff.png')).toSorted((one, other) => one.localeCompare(other))
  process.stdout.write(differ.length === 0 ? 'No picture differs\n' : `${differ.length} pictures differ:\n`)
  for (const file of differ) process.stdout.write(`  ${join(results, file)}\n`)
}

const untilReady = async (url, portal) => {
  let ended
  void portal.done.then((result) => (ended = result))
  for (let second = 0; second < START_SECONDS; second += 1) {
    if (ended) throw new UserError(`The demo did not start:\n${ended.output}`)
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(1000)
  }
  throw new UserError(`The demo did not start within ${START_SECONDS} seconds`)
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { compare: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
    allowPositionals: true,
  })
  const [folder] = positionals
  if (folder === undefined && values.compare) throw new UserError('Name the folder: npm run pictures -- <folder> --compare')
  await ensureInstalled({ dev: true })
  await ensurePackages(['chromium'], process.stdout)
  await ensureWebBuilt()
  const forReadme = folder === undefined
  const to = forReadme ? fromRoot('docs/images') : resolve(folder)
  mkdirSync(to, { recursive: true })
  const data = mkdtempSync(join(tmpdir(), 'tenfour-pictures-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Some pictures of a folder may be drawn anew: the moment stays that of the others.
  const moment = forReadme ? undefined : momentOf(to, { isNew: !values.compare && values.only === '' })
  const { command, args, env } = serverCommand('demo/src/main.ts', ['--discord', ...(forReadme ? [] : [`--still=${moment}`])], {
    PORTAL_DATA_DIR: data,
    DATABASE_URL: '',
    REDIS_URL: '',
    PORT: String(port),
  })
  const portal = start(command, args, { env })
  const end = async () => {
    await portal.stop()
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
  }
  onInterrupt(end)
  try {
    await untilReady(url, portal)
    const playwright = fromRoot('node_modules/@playwright/test/cli.js')
    const update = `--update-snapshots=${values.compare ? 'none' : 'all'}`
    const { code } = await run(requireNode(), [playwright, 'test', '--config', 'e2e/pictures', update], {
      env: {
        ...process.env,
        CHROMIUM_PATH: chromiumPath(),
        PICTURES_URL: url,
        PICTURES_TO: to,
        PICTURES_ONLY: values.only,
        PICTURES_MOMENT: moment,
        PICTURES_PAGES: forReadme ? 'readme' : 'pictures',
      },
      onOutput: (text) => process.stdout.write(text),
    })
    process.stdout.write(`\nPictures: ${to}\n`)
    if (values.compare) tellDifferences()
    process.exitCode = code
  } finally {
    await end()
  }
})
