import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { createFakeFivem, type FakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources } from '../testing/resource.ts'
import { openAceGroups } from './ace-groups.ts'

const SERGEANT = '110000112345678'
const OFFICER = '110000187654321'
const SUPERVISOR = 'group.lspd_supervisor'
const MEDIC = 'group.fire_medic'

describe('the groups of players', () => {
  let folder = ''
  const players = new Map<string, string>()
  const commands: string[] = []
  let isAllowed = true
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tenfour-ace-groups-'))
    isAllowed = true
    players.clear()
    commands.length = 0
    vi.stubGlobal('getPlayers', () => [...players.keys()])
    vi.stubGlobal('getPlayerIdentifiers', (source: string) => [`steam:${players.get(source)}`])
    vi.stubGlobal('IsPrincipalAceAllowed', () => isAllowed)
    vi.stubGlobal('ExecuteCommand', (line: string) => void commands.push(line))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    rmSync(folder, { recursive: true, force: true })
  })
  const printed: string[] = []
  const path = () => join(folder, 'data', 'ace-groups.json')
  const open = (offered = [SUPERVISOR, MEDIC]) =>
    openAceGroups({ path: path(), offered, resource: 'tenfour', print: (line) => void printed.push(line) })
  const list = (version: string, ...members: [steam: string, ...groups: string[]][]) => ({
    version,
    members: members.map(([steam, ...groups]) => ({ steam, groups })),
  })

  test('are given on joining, follow changes, and end on leaving', () => {
    const groups = open()
    expect(groups.replace(list('1', [SERGEANT, SUPERVISOR]))).toEqual({ version: '1' })
    players.set('7', SERGEANT)
    groups.joined(7)
    players.set('8', OFFICER)
    groups.joined(8)
    expect(commands.splice(0)).toEqual([`add_principal player.7 ${SUPERVISOR}`])
    groups.replace(list('2', [SERGEANT, MEDIC], [OFFICER, SUPERVISOR]))
    expect(commands.splice(0)).toEqual([
      `remove_principal player.7 ${SUPERVISOR}`,
      `add_principal player.7 ${MEDIC}`,
      `add_principal player.8 ${SUPERVISOR}`,
    ])
    groups.left(7)
    expect(commands.splice(0)).toEqual([`remove_principal player.7 ${MEDIC}`])
    groups.close()
    expect(commands).toEqual([`remove_principal player.8 ${SUPERVISOR}`])
  })

  test('are only those of the config, whatever the portal says', () => {
    const groups = open([SUPERVISOR])
    players.set('7', SERGEANT)
    groups.replace(list('1', [SERGEANT, MEDIC, 'group.admin', 'command', SUPERVISOR]))
    expect(commands).toEqual([`add_principal player.7 ${SUPERVISOR}`])
    // A config that was read in another way can't give such a group either.
    expect(open(['group.admin', 'group.superadmin', 'builtin.everyone', 'command', SUPERVISOR]).offered()).toEqual([SUPERVISOR])
  })

  test('are kept on disk and apply while the portal is away', () => {
    open().replace(list('1', [SERGEANT, SUPERVISOR]))
    players.set('7', SERGEANT)
    const later = open()
    expect(later.version()).toBe('1')
    later.start()
    // Groups that an earlier run may have left are taken first.
    expect(commands).toEqual([
      `remove_principal player.7 ${SUPERVISOR}`,
      `remove_principal player.7 ${MEDIC}`,
      `add_principal player.7 ${SUPERVISOR}`,
    ])
    writeFileSync(path(), readFileSync(path(), 'utf8').slice(0, 20))
    expect(open().version()).toBeNull()
  })

  test('are not given where the resource lacks the rights, and the console says what to do', () => {
    isAllowed = false
    const groups = open()
    expect(groups.offered()).toEqual([])
    players.set('7', SERGEANT)
    groups.start()
    groups.replace(list('1', [SERGEANT, SUPERVISOR]))
    expect(commands).toEqual([])
    expect(printed.join('\n')).toContain('exec @tenfour/ace-groups.cfg')
  })
})

test.each(['group.admin', 'command', 'builtin.everyone', 'group.god', 'group.lspd_command', 'lspd', 'group.'])(
  '%s is refused in the config',
  (name) => expect(() => parseConfig(JSON.stringify({ aceGroups: [SUPERVISOR, name] }))).toThrow(/aceGroups\.1/),
)

describe('the resource', () => {
  const running: FakeFivem[] = []
  afterEach(() => running.splice(0).forEach((game) => game.stop()))
  afterAll(removeResources)

  const start = async (config: string) => {
    const folder = await installResource()
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ aceGroups: [SUPERVISOR] }))
    mkdirSync(join(folder, 'data'), { recursive: true })
    const kept = { version: '1', members: [{ steam: SERGEANT, groups: [SUPERVISOR, 'group.admin'] }] }
    writeFileSync(join(folder, 'data', 'ace-groups.json'), JSON.stringify(kept))
    const game = createFakeFivem({ folder, convars: { tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'k' }, config })
    running.push(game)
    game.start()
    return game
  }
  const enter = (game: FakeFivem) => game.join({ name: 'June', identifiers: [`steam:${SERGEANT}`] })

  test('gives the last known groups while the portal is away, and takes them when it stops', async () => {
    const game = await start('exec @tenfour/ace-groups.cfg')
    const source = await enter(game)
    expect([...game.principals]).toEqual([`player.${source} ${SUPERVISOR}`])
    game.leave(Number(source), 'Quit')
    expect([...game.principals]).toEqual([])
    await enter(game)
    game.stop()
    expect([...game.principals]).toEqual([])
  })

  test('without the lines of ace-groups.cfg it gives nothing and runs no command', async () => {
    const game = await start('')
    await enter(game)
    expect([...game.principals]).toEqual([])
    expect(game.printed.join('\n')).toContain('this resource may not give them')
    expect(game.printed.join('\n')).not.toContain('Access denied')
  })
})
