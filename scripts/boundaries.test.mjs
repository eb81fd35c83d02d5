import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromRoot, requireNode } from './lib/paths.mjs'

// A small repository that follows every rule, and files that each break one.
const SOUND = {
  'contract/src/index.ts': "import { z } from 'zod'\nexport const Name = z.string()\n",
  'contract/src/names.test.ts': "import { Name } from './index.ts'\nimport { test } from 'vitest'\ntest('x', () => void Name)\n",
  'server/src/main.ts': "import { app } from './app.ts'\nvoid app\n",
  'server/src/app.ts': "import { units } from './features/dispatch/dispatch.area.ts'\nexport const app = units\n",
  'server/src/features/dispatch/dispatch.area.ts': "export { units } from './units/units.ts'\n",
  'server/src/platform/log.ts': 'export const log = 1\n',
  'server/src/features/dispatch/units/units.ts':
    "import { calls } from '../calls/calls.port.ts'\nimport { log } from '../../../platform/log.ts'\nexport const units = [calls, log]\n",
  'server/src/features/dispatch/calls/calls.port.ts':
    "import { Name } from '../../../../../contract/src/index.ts'\nexport const calls = Name\n",
  'server/src/features/dispatch/calls/calls.test.ts':
    "import { units } from '../units/units.ts'\nimport { build } from '../../../testing/build.ts'\nvoid [units, build]\n",
  'server/src/testing/build.ts': "import { app } from '../app.ts'\nexport const build = app\n",
  'web/src/main.tsx': "import { Shell } from './app/shell.tsx'\nvoid Shell\n",
  'web/src/app/shell.tsx': "import { Badge } from '../ui/Badge.tsx'\nexport const Shell = () => <Badge />\n",
  'web/src/ui/Badge.tsx': "import { shown } from '../platform/format/names.ts'\nexport const Badge = () => <b>{shown}</b>\n",
  'web/src/platform/format/names.ts': "export const shown = 'x'\n",
  'web/src/panels/header.ts': "import { session } from '../platform/session.ts'\nexport const header = session\n",
  'web/src/map/view.ts': "import { session } from '../platform/session.ts'\nexport const view = session\n",
  'web/src/features/dispatch/calls/calls.port.ts':
    "import { header } from '../../../panels/header.ts'\nimport { view } from '../../../map/view.ts'\nexport const calls = [header, view]\n",
  'web/src/platform/session.ts': "import { shown } from './format/names.ts'\nexport const session = shown\n",
  'contract/src/people/users.ts': "import { Name } from '../index.ts'\nexport const User = Name\n",
  'contract/src/game/servers.ts': "import { User } from '../people/users.ts'\nexport const Server = User\n",
  'contract/src/endpoints.ts': "import { Server } from './game/servers.ts'\nexport const ALL = Server\n",
  'server/src/features/game/bridge/bridge.ts': "import { calls } from '../../dispatch/calls/calls.port.ts'\nexport const bridge = calls\n",
  'server/src/features/game/bridge/bridge.port.ts': "export * from './bridge.ts'\n",
  'scripts/start.mjs': "import 'node:fs'\n",
}

const VIOLATIONS = [
  ['contract-imports-zod-only', 'contract/src/bad-1.ts', "import { readFileSync } from 'node:fs'\nexport const bad = readFileSync\n"],
  ['contract-imports-zod-only', 'contract/src/bad-2.ts', "import { test } from 'vitest'\nexport const bad = test\n"],
  ['sides-meet-in-contract', 'web/src/bad-3.ts', "import { log } from '../../server/src/platform/log.ts'\nexport const bad = log\n"],
  [
    'sides-meet-in-contract',
    'server/src/bad-4.ts',
    "import type { session } from '../../web/src/platform/session.ts'\nexport type Bad = typeof session\n",
  ],
  ['sides-meet-in-contract', 'server/src/bad-5.test.ts', "import { session } from '../../web/src/platform/session.ts'\nvoid session\n"],
  ['sides-meet-in-contract', 'contract/src/bad-6.ts', "import { log } from '../../server/src/platform/log.ts'\nexport const bad = log\n"],
  [
    'platform-knows-no-feature',
    'server/src/platform/bad-7.ts',
    "import { units } from '../features/dispatch/units/units.ts'\nexport const bad = units\n",
  ],
  ['platform-knows-no-feature', 'web/src/platform/bad-8.ts', "import { Shell } from '../app/shell.tsx'\nexport const bad = Shell\n"],
  [
    'features-meet-in-ports',
    'server/src/features/dispatch/calls/bad-9.ts',
    "import { units } from '../units/units.ts'\nexport const bad = units\n",
  ],
  ['features-meet-in-ports', 'server/src/features/dispatch/calls/bad-10.ts', "export const bad = () => import('../units/units.ts')\n"],
  [
    'areas-point-down',
    'server/src/features/dispatch/calls/bad-29.ts',
    "import { bridge } from '../../game/bridge/bridge.port.ts'\nexport const bad = bridge\n",
  ],
  [
    'areas-point-down',
    'contract/src/people/bad-30.ts',
    "import type { Server } from '../game/servers.ts'\nexport type Bad = typeof Server\n",
  ],
  ['features-meet-in-ports', 'server/src/features/game/calls/bad-31.ts', "export * from '../../dispatch/calls/bad-9.ts'\n"],
  ['features-stand-in-areas', 'server/src/bad-32.ts', "import { alone } from './features/alone/alone.port.ts'\nexport const bad = alone\n"],
  [
    'areas-compose-themselves',
    'server/src/features/legal/legal.area.ts',
    "import { calls } from '../dispatch/calls/calls.port.ts'\nexport const bad = calls\n",
  ],
  ['features-meet-in-ports', 'server/src/features/dispatch/calls/bad-33.ts', "export * from '../dispatch.area.ts'\n"],
  [
    'features-do-not-know-the-app',
    'server/src/features/dispatch/calls/bad-11.ts',
    "import { app } from '../../../app.ts'\nexport const bad = app\n",
  ],
  [
    'features-do-not-know-the-app',
    'web/src/features/dispatch/calls/bad-12.ts',
    "import { Shell } from '../../../app/shell.tsx'\nexport const bad = Shell\n",
  ],
  ['ui-knows-no-feature', 'web/src/ui/bad-13.ts', "import { session } from '../platform/session.ts'\nexport const bad = session\n"],
  ['ui-knows-no-feature', 'web/src/ui/bad-14.ts', "import { Shell } from '../app/shell.tsx'\nexport const bad = Shell\n"],
  [
    'panels-know-no-feature',
    'web/src/panels/bad-23.ts',
    "import { calls } from '../features/dispatch/calls/calls.port.ts'\nexport const bad = calls\n",
  ],
  ['panels-know-no-feature', 'web/src/panels/bad-24.ts', "import { view } from '../map/view.ts'\nexport const bad = view\n"],
  [
    'map-knows-no-feature',
    'web/src/map/bad-25.ts',
    "import { calls } from '../features/dispatch/calls/calls.port.ts'\nexport const bad = calls\n",
  ],
  ['map-knows-no-feature', 'web/src/map/bad-26.ts', "import { header } from '../panels/header.ts'\nexport const bad = header\n"],
  ['ui-knows-no-feature', 'web/src/ui/bad-27.ts', "import { header } from '../panels/header.ts'\nexport const bad = header\n"],
  ['platform-knows-no-feature', 'web/src/platform/bad-28.ts', "import { view } from '../map/view.ts'\nexport const bad = view\n"],
  ['no-tests-in-production', 'server/src/bad-15.ts', "import { build } from './testing/build.ts'\nexport const bad = build\n"],
  ['no-tests-in-production', 'server/src/bad-16.ts', "export * from './features/dispatch/calls/calls.test.ts'\n"],
  ['no-undeclared-dependencies', 'server/src/bad-17.ts', "import { test } from 'vitest'\nexport const bad = test\n"],
  ['scripts-need-nothing-installed', 'scripts/bad-18.mjs', "import { z } from 'zod'\nexport const bad = z\n"],
  ['no-circular', 'server/src/platform/bad-19.ts', "import { bad } from './bad-20.ts'\nexport const worse = () => bad\n"],
  ['no-orphans', 'server/src/features/dispatch/calls/bad-21.ts', 'export const bad = 1\n'],
  ['no-unresolvable', 'server/src/bad-22.ts', "import { bad } from './nowhere.ts'\nvoid bad\n"],
]

let folder

const write = (name, text) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

/** Every violation in the folder, as `rule: file`. */
const breaches = () => {
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'contract', 'server', 'web', 'scripts']
  const cli = fromRoot('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { stdout, stderr } = spawnSync(requireNode(), [cli, ...args], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout).summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)
}

let soundTree
let brokenTree

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const [name, text] of Object.entries(SOUND)) write(name, text)
  for (const side of ['contract', 'server', 'web'])
    write(`${side}/package.json`, JSON.stringify({ name: side, dependencies: { zod: '*' } }))
  write('package.json', JSON.stringify({ name: 'small', devDependencies: { vitest: '*' } }))
  write('.dependency-cruiser.cjs', readFileSync(fromRoot('.dependency-cruiser.cjs'), 'utf8'))
  for (const name of ['zod', 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  soundTree = breaches()
  for (const [, file, text] of VIOLATIONS) write(file, text)
  // A cycle is reported once, at its first file.
  write('server/src/features/alone/alone.port.ts', 'export const alone = 1\n')
  write('server/src/platform/bad-20.ts', "import { worse } from './bad-19.ts'\nexport const bad = () => worse\n")
  brokenTree = breaches()
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a tree that keeps the rules passes', () => {
  expect(soundTree).toEqual([])
})

test.each(VIOLATIONS)('%s finds %s', (rule, file) => {
  expect(brokenTree).toContain(`${rule}: ${file}`)
})
