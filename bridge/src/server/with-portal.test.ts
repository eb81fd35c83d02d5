import { DEPARTMENT, type Call, type CurrentUser, type ServerStatus } from '@tenfour/contract'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NET, type GameCall } from '../net.ts'
import type { FakeFivem } from '../simulate/fake-fivem.ts'
import { fakeEsx, fakeOx, fakeQb, type FakeFramework } from '../simulate/fake-frameworks.ts'
import { exchangeTicket } from '../tablet/exchange.ts'
import { startPortal, type PortalProcess } from '../testing/portal.ts'
import { installResource, removeResources, startResource } from '../testing/resource.ts'

const OFFICER = { name: 'June', identifiers: ['steam:110000112345678'] }
const STRANGER = { name: 'Stranger', identifiers: ['steam:110000199999999'] }
const WAIT = { timeout: 15_000, interval: 50 }

let portal: PortalProcess
beforeAll(async () => {
  portal = await startPortal()
  portal.addMember('June', '110000112345678', 'LSPD')
}, 90_000)
afterAll(async () => {
  await portal.stop()
  removeResources()
}, 60_000)

const running: FakeFivem[] = []
/** Without whitelist enforcement. */
async function installOpen(): Promise<string> {
  const folder = await installResource()
  writeFileSync(join(folder, 'config.json'), '{ "whitelist": { "enforce": false } }')
  return folder
}
async function start(folder?: string): Promise<FakeFivem> {
  const game = startResource(folder ?? (await installOpen()), { tenfour_url: portal.url, tenfour_key: await portal.serverKey() })
  running.push(game)
  await vi.waitFor(() => expect(game.printed.join()).toContain('Connected'), WAIT)
  return game
}
afterAll(() => running.forEach((game) => game.stop()))

const server = async () => (await portal.get<ServerStatus[]>('patrol/servers2')).find(({ serverId }) => serverId === 1)
const openCalls = () => portal.get<Call[]>('cad/calls/active/1')
const notices = (game: FakeFivem, source: number) =>
  game.sent.filter(({ event, target }) => event === NET.notify && target === source).map(({ args }) => args[0])

/** The calls on a player's map. */
const callsOf = (game: FakeFivem, source: number) =>
  (game.sent.findLast(({ event, target }) => event === NET.calls && target === source)?.args[0] ?? []) as GameCall[]

test('the server is online with its players, and a call to 911 in the game is on the board', async () => {
  const game = await start()
  const source = Number(await game.join({ ...STRANGER, x: 120, y: -880 }))
  game.fromGame(source, NET.call, 'emergency', 'A fire at the pier', { location: 'Red Desert Ave', postal: '301' })
  await vi.waitFor(async () => {
    expect(await openCalls()).toEqual([
      expect.objectContaining({
        source: '911-game',
        narrative: 'A fire at the pier',
        location: 'Red Desert Ave',
        postal: '301',
        x: 120,
        y: -880,
      }),
    ])
  }, WAIT)
  await vi.waitFor(() => expect(JSON.stringify(notices(game, source))).toContain('received'), WAIT)
  expect(await server()).toMatchObject({ isOnline: true, maxPlayers: 48 })
  game.stop()
})

test('a number that the portal adds is a number to call in the game', async () => {
  const game = await start()
  const source = Number(await game.join(STRANGER))
  await portal.post('cad/values', { kind: 'emergency-number', code: '112', name: 'All services' })
  const told = () => JSON.stringify(game.sent.filter(({ event, target }) => event === NET.numbers && target === -1).at(-1))
  await vi.waitFor(() => expect(told()).toContain('112'), WAIT)
  game.fromGame(source, NET.call, 'emergency', 'Smoke at the mill', {}, '112')
  game.fromGame(source, NET.call, 'emergency', 'Smoke at the bank', {}, '<b>')
  const made = async () => (await openCalls()).filter(({ narrative }) => narrative.startsWith('Smoke'))
  await vi.waitFor(async () => expect(await made()).toHaveLength(2), WAIT)
  expect(new Map((await made()).map(({ narrative, number }) => [narrative, number]))).toEqual(
    new Map([
      ['Smoke at the mill', '112'],
      ['Smoke at the bank', '911'],
    ]),
  )
  for (const { callId } of await made()) await portal.get(`cad/call/${callId}/clear`)
  game.stop()
})

test('duty, status, and being sent to a call, in the game and in the portal', async () => {
  const game = await start()
  const heard: string[] = []
  for (const event of ['unit', 'callAssigned', 'callCleared', 'answered'])
    game.listen(`tenfour:${event}`, () => void (heard.includes(event) || heard.push(event)))
  const source = Number(await game.join(OFFICER))
  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ identifier: '4L12', status: 3 }), WAIT)
  game.command(source, 'status', 'busy')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ status: 4 }), WAIT)

  const [unit] = await portal.get<{ userId: number }[]>('patrol/units/1')
  const [call] = await openCalls()
  await portal.get(`patrol/unit/call/${unit?.userId}/${call?.callId}`)
  await vi.waitFor(() => {
    expect(game.callExport('getUnit', source)).toMatchObject({ status: 5, callId: call?.callId })
    expect(JSON.stringify(notices(game, source))).toContain(`Call ${call?.callId}`)
    expect(callsOf(game, source)).toEqual([expect.objectContaining({ callId: call?.callId, x: call?.x, y: call?.y, isOwn: true })])
  }, WAIT)
  game.command(source, 'clearcall', 'Fire out')
  await vi.waitFor(async () => expect(await openCalls()).toEqual([]), WAIT)
  await vi.waitFor(() => expect(callsOf(game, source)).toEqual([]), WAIT)
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(['answered', 'callAssigned', 'callCleared', 'unit']), WAIT)
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toBeNull(), WAIT)
  game.stop()
})

test('a new call shows to the officer on duty, who takes it with a key; a traffic stop runs the plate; both leave the map once cleared', async () => {
  const game = await start()
  const [source, stranger] = [
    Number(await game.join({ ...OFFICER, x: 5, y: 6 })),
    Number(await game.join({ ...STRANGER, x: 120, y: -880 })),
  ]
  const unit = () => game.callExport('getUnit', source)
  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(unit()).toMatchObject({ status: 3 }), WAIT)
  game.fromGame(source, NET.take)
  expect(notices(game, source).at(-1)).toMatchObject({ text: 'There is no call to take.' })
  game.fromGame(stranger, NET.call, 'emergency', 'A *fire* at the pier', { location: 'Red Desert Ave', postal: '301' })
  await vi.waitFor(() => expect(callsOf(game, source)).toEqual([expect.objectContaining({ x: 120, y: -880, isOwn: false })]), WAIT)
  const offered = callsOf(game, source)[0]
  expect(notices(game, source)).toContainEqual({
    title: `New call ${offered?.callId}: Emergency call`,
    text: 'Red Desert Ave, postal 301\nY takes it.',
    tone: 'call',
  })
  expect([callsOf(game, stranger), JSON.stringify(notices(game, stranger))]).toEqual([[], expect.not.stringContaining('New call')])
  game.fromGame(source, NET.take)
  await vi.waitFor(() => expect(unit()).toMatchObject({ status: 5, callId: offered?.callId }), WAIT)
  await vi.waitFor(() => expect(callsOf(game, source)).toEqual([{ ...offered, isOwn: true }]), WAIT)
  game.fromGame(stranger, NET.trafficStop, { plate: '46EEK572', model: 'Sultan' }, {})
  expect(notices(game, stranger).at(-1)).toMatchObject({ text: 'You are not on duty.' })
  game.command(source, 'clearcall')
  await vi.waitFor(() => expect([callsOf(game, source), unit()]).toEqual([[], expect.objectContaining({ callId: null })]), WAIT)

  game.fromGame(source, NET.trafficStop, { plate: ' 46EEK572 ', model: 'Sultan' }, { location: 'Elgin Ave', postal: '304' }, '')
  await vi.waitFor(() => expect(unit()).toMatchObject({ status: 6 }), WAIT)
  const [stop] = await openCalls()
  expect(stop).toMatchObject({ title: 'Traffic stop: 46EEK572', location: 'Elgin Ave', postal: '304', x: 5, y: 6, status: 'active' })
  await vi.waitFor(() => expect(notices(game, source).at(-1)).toMatchObject({ title: '46EEK572: not registered' }), WAIT)
  const said = notices(game, source).filter((notice) => JSON.stringify(notice).includes(String(stop?.callId)))
  expect(said).toEqual([{ title: 'Traffic stop', text: `Call ${stop?.callId}. /ts ends it.`, tone: 'info' }])
  expect(callsOf(game, source), 'nobody is led to where they stand').toEqual([])
  game.fromGame(source, NET.trafficStop, null, {}, 'Warning given')
  await vi.waitFor(async () => expect(await openCalls()).toEqual([]), WAIT)
  expect(await portal.get(`cad/call/${stop?.callId}`)).toMatchObject({ disposition: 'Warning given' })
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(unit()).toBeNull(), WAIT)
  expect(game.printed.filter((line) => line.includes('script error'))).toEqual([])
  game.stop()
}, 60_000)

test('characters and vehicles of the game are in the portal, and a plate is answered to the officer who reads it', async () => {
  const game = await start()
  const [source, stranger] = [Number(await game.join(OFFICER)), Number(await game.join(STRANGER))]
  const ask = (name: string, ...args: unknown[]) =>
    new Promise<[result: unknown, problem: unknown]>((resolve) => {
      game.callExport(name, ...args, (result: unknown, problem: unknown) => resolve([result, problem]))
    })
  const hits = vi.fn<(source: number, hits: object) => void>()
  game.listen('tenfour:plateHit', hits)
  // A player without an account has a record without an owner.
  expect(await ask('saveCharacter', stranger, { externalId: 'char9', name: 'No One' })).toEqual([expect.any(Number), null])
  const [characterId] = await ask('saveCharacter', source, { externalId: 'char1:ab', name: 'Jo Fox', phone: 5_550_101 })
  expect(characterId).toEqual(expect.any(Number))
  await ask('playCharacter', source, 'char1:ab')
  expect(await ask('getCharacter', source)).toEqual([
    { characterId, externalId: 'char1:ab', name: 'Jo Fox', bornOn: null, licences: [] },
    null,
  ])
  const car = { plate: 'GAME 1', model: 'Sultan', colour: 'Silver', insuredUntil: '2020-01-31' }
  expect(await ask('saveVehicle', source, car)).toEqual([expect.any(Number), null])
  expect(await ask('lookupPlate', source, 'GAME1')).toEqual([null, expect.stringContaining('not on duty')])
  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ status: 3 }), WAIT)
  const found = {
    plate: 'GAME 1',
    isRegistered: true,
    model: 'Sultan',
    colour: 'Silver',
    owner: 'Jo Fox',
    flags: ['Not insured'],
    bolos: [],
  }
  expect(await ask('lookupPlate', source, 'game-1')).toEqual([found, null])
  expect(await ask('lookupPerson', source, 'Jo Fox')).toEqual([
    { found: [expect.anything()], person: expect.objectContaining({ characterId }) },
    null,
  ])
  const first = ask('readPlate', source, { plate: 'GAME1' })
  expect(await first).toEqual([found, null])
  expect(await ask('readPlate', source, { plate: 'GAME1' }), 'the same answer, at once').toEqual(await first)
  expect(hits.mock.calls).toEqual([[source, found]])
  expect(JSON.stringify(notices(game, source))).toContain('GAME 1: Not insured')
  expect(await ask('getCharacter', source), 'on duty as an officer too').toEqual([expect.objectContaining({ characterId }), null])
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toBeNull(), WAIT)
  expect(game.printed.filter((line) => line.includes('script error'))).toEqual([])
  game.stop()
})

test.each<[string, (game: FakeFivem) => FakeFramework]>([
  ['es_extended', fakeEsx],
  ['qb-core', (game) => fakeQb(game, 'qb-core')],
  ['qbx_core', (game) => fakeQb(game, 'qbx_core')],
  ['ox_core', fakeOx],
])('the characters and duty of %s are in the portal, and duty in the portal is duty there', async (name, make) => {
  const folder = await installResource()
  writeFileSync(
    join(folder, 'config.json'),
    JSON.stringify({ whitelist: { enforce: false }, framework: { database: name, jobs: { police: DEPARTMENT.LSPD } } }),
  )
  const game = await start(folder)
  const framework = make(game)
  framework.start()
  const [source, stranger] = [Number(await game.join(OFFICER)), Number(await game.join(STRANGER))]
  // A framework without call signs goes on duty with the member's last one.
  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ status: 3 }), WAIT)
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toBeNull(), WAIT)
  const played = () => new Promise((resolve) => void game.callExport('getCharacter', source, resolve))
  const person = { id: '12', first: 'June', last: `Of ${name}`, born: '31/01/1990', job: 'police', callSign: '4L12' }
  framework.load(stranger, { ...person, id: '13', isOnDuty: true })
  framework.load(source, person)
  const character = { externalId: `${name}:12`, name: `June Of ${name}`, bornOn: '1990-01-31' }
  await vi.waitFor(async () => expect(await played()).toMatchObject(character), WAIT)
  framework.setDuty(source, true)
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ identifier: '4L12', status: 3 }), WAIT)
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(framework.isOnDuty(source)).toBe(false), WAIT)
  expect([framework.isOnDuty(stranger), framework.dutyCalls()], 'who has no account is left alone').toEqual([true, 1])
  framework.unload(source)
  await vi.waitFor(async () => expect(await played()).toBeNull(), WAIT)
  expect(game.printed.filter((line) => line.includes('script error') || line.includes('could not'))).toEqual([])
  game.stop()
})

test("a member's tablet is signed in once, a stranger's is not", async () => {
  const game = await start()
  const source = Number(await game.join(OFFICER))
  const openingFor = async (player: number) => {
    game.fromGame(player, NET.tablet)
    return vi.waitFor(() => {
      const sent = game.sent.find(({ event, target }) => event === NET.openTablet && target === player)
      expect(sent).toBeDefined()
      return sent?.args[0] as { portalUrl: string; ticket: string | null; apiKey: string }
    }, WAIT)
  }
  const opening = await openingFor(source)
  const token = await exchangeTicket(opening.portalUrl, opening.apiKey, opening.ticket ?? '')
  const me = await fetch(`${portal.url}/api/auth/me`, { headers: { 'X-API-Key': portal.apiKey, Authorization: `Bearer ${token}` } })
  expect(((await me.json()) as CurrentUser).name).toBe('June')
  expect(await exchangeTicket(opening.portalUrl, opening.apiKey, opening.ticket ?? '')).toBeNull()

  const stranger = Number(await game.join(STRANGER))
  expect(await openingFor(stranger)).toMatchObject({ ticket: null })
  game.stop()
})

test('whitelisted players may join, and players removed from the list may not, once the whitelist is switched on', async () => {
  const game = await start(await installResource())
  const early = await game.join({ name: 'Early', identifiers: ['license:early'] })
  expect(early).toEqual(expect.any(Number))
  expect(game.printed.join()).toContain('The whitelist is not switched on. It would have refused Early')
  const trials = () => portal.get<{ name: string; account: object | null }[]>('servers/1/whitelist/trials')
  await vi.waitFor(async () => expect(await trials()).toContainEqual(expect.objectContaining({ name: 'Early', account: null })), WAIT)
  await portal.post('servers/1/whitelist/enforce', { isEnforced: true })
  expect(await trials()).toEqual([])
  await vi.waitFor(async () => expect(await game.join(OFFICER)).toContain('not whitelisted'), WAIT)
  await portal.get('user/SetWhitelistState/2/true/prod')
  await vi.waitFor(async () => expect(await game.join(OFFICER)).toEqual(expect.any(Number)), WAIT)
  await portal.post('patrol/server', { serverId: 1, name: 'San Andreas I', kicksUnlisted: true, version: 1 })
  await portal.get('user/SetWhitelistState/2/false/prod')
  await vi.waitFor(
    () =>
      expect(game.dropped).toContainEqual({ source: expect.any(Number) as number, reason: expect.stringContaining('whitelist') as string }),
    WAIT,
  )
  expect(await game.join(OFFICER)).toContain('not whitelisted')
  game.stop()
})

test('a ping is shown and answered, an announcement is for everyone', async () => {
  const game = await start()
  const source = Number(await game.join(OFFICER))
  game.command(source, 'onduty', '4L12')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toMatchObject({ status: 3 }), WAIT)
  const [unit] = await portal.get<{ userId: number }[]>('patrol/units/1')
  const pinged = await portal.post<{ pingId: number }>(`patrol/unit/${unit?.userId}/ping`, { message: 'Code 4?' })
  await vi.waitFor(() => expect(JSON.stringify(notices(game, source))).toContain('Code 4? /ack answers.'), WAIT)
  const answers: unknown[] = []
  game.listen('tenfour:answered', (_id: string, answer: unknown) => void answers.push(answer))
  game.command(source, 'ack')
  await vi.waitFor(() => expect(answers).toEqual([{ ok: true, result: {} }]), WAIT)
  game.command(source, 'ack')
  expect(notices(game, source).at(-1)).toMatchObject({ text: 'Nobody has asked for you.' })
  expect(pinged).toBeDefined()
  await portal.post('announcements', { title: 'Tonight', body: 'Patrol at eight' })
  const everyone = { event: NET.notify, target: -1, args: [{ title: 'Tonight', text: 'Patrol at eight', tone: 'info' }] }
  await vi.waitFor(() => expect(game.sent).toContainEqual(everyone), WAIT)
  game.command(source, 'offduty')
  await vi.waitFor(() => expect(game.callExport('getUnit', source)).toBeNull(), WAIT)
  game.stop()
})

test('an event on which the portal keeps failing does not block later ones', async () => {
  const game = await start()
  const source = Number(await game.join(STRANGER))
  for (const text of ['N\0ul', '\ud800', '𝕏'.repeat(400)]) game.callExport('call911', source, { text, location: '\0'.repeat(100) })
  game.callExport('call911', source, { text: 'The one after' })
  await vi.waitFor(async () => expect((await openCalls()).map(({ narrative }) => narrative)).toContain('The one after'), WAIT)
  expect((await openCalls()).map(({ narrative }) => narrative)).toContain('Nul')
  game.stop()
})

/** Two kills; six with `npm test -- --full`. */
const ROUNDS = process.env['TEST_FULL'] === '1' ? 6 : 2

test(`${ROUNDS * 50} calls reach the portal exactly once each, with the portal and the game server killed in turn`, async () => {
  const folder = await installOpen()
  const key = await portal.serverKey()
  const script = fileURLToPath(new URL('../testing/game-process.ts', import.meta.url))
  const lines: string[] = []
  const spawnGame = async () => {
    const child = spawn(process.execPath, [script, folder, portal.url, key], { stdio: ['pipe', 'pipe', 'ignore'] })
    createInterface({ input: child.stdout }).on('line', (line) => void lines.push(line))
    child.stdin.write(`${JSON.stringify({ join: STRANGER })}\n`)
    const before = lines.length
    await vi.waitFor(() => expect(lines.slice(before).some((line) => line.startsWith('joined'))).toBe(true), WAIT)
    return child
  }
  const kill = (child: Awaited<ReturnType<typeof spawnGame>>) =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGKILL')
    })

  let child = await spawnGame()
  const sent: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let each = 0; each < 50; each += 1) {
      const text = `Call ${round}-${each}`
      sent.push(text)
      child.stdin.write(`${JSON.stringify({ call: { source: 1, text } })}\n`)
    }
    // Killed while some are in flight; everything the game server had accepted must arrive.
    await vi.waitFor(() => expect(lines).toContain(`taken Call ${round}-49`), WAIT)
    if (round % 2 === 0) await portal.kill()
    else {
      await kill(child)
      child = await spawnGame()
    }
    if (round % 2 === 0) await portal.start()
  }
  const texts = async () => (await openCalls()).map(({ narrative }) => narrative).filter((text) => text.startsWith('Call '))
  await vi.waitFor(async () => expect((await texts()).length).toBeGreaterThanOrEqual(sent.length), { timeout: 60_000, interval: 500 })
  const arrived = await openCalls()
  expect(
    arrived
      .map(({ narrative }) => narrative)
      .filter((text) => text.startsWith('Call '))
      .toSorted(),
  ).toEqual(sent.toSorted())
  // In order of creation.
  expect(
    arrived
      .filter(({ narrative }) => narrative.startsWith('Call '))
      .toSorted((a, b) => a.callId - b.callId)
      .map(({ narrative }) => narrative),
  ).toEqual(sent)
  await kill(child)
}, 180_000)
