import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'
import { createFakeGame, type FakeGame } from '../simulate/fake-game.ts'
import { clientTexts, readTexts } from '../texts.ts'
import { installResource, removeResources } from '../testing/resource.ts'
import { piecesOf } from './notices.ts'

let folder = ''
beforeAll(async () => void (folder = await installResource()))
afterAll(removeResources)

const PLACE = { x: 120, y: -880, z: 30, street: 'Elgin Ave', crossing: 'Vespucci Blvd' }
const SCREEN = {
  dictionary: 'prop_tv_flat_01',
  texture: 'script_rt_tvscreen',
  screen: 'unit',
  unit: '4L 12',
  width: 512,
  height: 256,
  places: [{ x: 120, y: -880, z: 30 }],
}
const TEXTS = clientTexts(readTexts({ language: 'en', read: () => null, print: () => undefined }))
function setUp(game: FakeGame, over: object = {}): void {
  const { framework: _framework, whitelist: _whitelist, ...config } = BridgeConfig.parse(over)
  game.fromServer(NET.setup, { ...config, texts: TEXTS })
}
function start(over: object = {}): FakeGame {
  const game = createFakeGame({ folder, place: PLACE })
  expect(game.toServer).toEqual([{ event: NET.ready, args: [] }])
  setUp(game, over)
  game.toServer.length = 0
  return game
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a call to 911 names street and crossing, and the postal that another resource knows', () => {
  const game = start({ postal: { resource: 'nearest-postal', export: 'getPostal' } })
  game.type('911', 'A', 'fire')
  game.offer('nearest-postal', 'getPostal', () => 304)
  game.type('311', 'A', 'parked', 'car')
  game.type('panic')
  const location = 'Elgin Ave / Vespucci Blvd'
  expect(game.toServer).toEqual([
    { event: NET.call, args: ['emergency', 'A fire', { location, postal: '' }] },
    { event: NET.call, args: ['nonEmergency', 'A parked car', { location, postal: '304' }] },
    { event: NET.panic, args: [{ location, postal: '304' }] },
  ])
})

test('commands have the names that the server configures, empty names disable them, and the chat suggests them', () => {
  const game = start({ commands: { emergency: 'emergency', panic: '', status: 'st' } })
  expect(['emergency', 'tf911', '911', 'panic', 'tfpanic'].map(game.hasCommand)).toEqual([true, true, false, false, false])
  const suggested = game.emitted.filter(({ event }) => event === 'chat:addSuggestion').map(({ args }) => args[0])
  expect(suggested).toContain('/st')
  expect(suggested).not.toContain('/')
  setUp(game)
  expect(game.hasCommand('911'), 'a second time changes nothing').toBe(false)
})

test('each number of the community is a command, but those of the config keep theirs', () => {
  const game = start({ commands: { tablet: '999' } })
  const lines = ['911', '112', '999'].map((number) => ({ number, name: 'Help' }))
  for (const again of [lines, lines.slice(1)]) game.fromServer(NET.numbers, again)
  game.type('tf112', 'A', 'fire')
  expect(game.toServer).toMatchObject([{ event: NET.call, args: ['emergency', 'A fire', {}, '112'] }])
  const suggested = game.emitted.filter(({ event }) => event === 'chat:addSuggestion').map(({ args }) => args.slice(0, 2))
  expect(suggested.filter(([name]) => name === '/112')).toEqual([['/112', 'Call 112: Help']])
  game.type('999')
  expect(game.toServer.map(({ event }) => event)).toEqual([NET.call, NET.tablet])
})

test('a notice of any length is shown in full, in pieces that the game accepts', () => {
  const game = start()
  const text = `${'Zoë ~r~ at the pier. '.repeat(20)}\nEnd`
  game.fromServer(NET.notify, { title: 'Call 1042', text, tone: 'call' })
  const [label, ...pieces] = game.notices[0] ?? []
  expect(label).toBe('CELL_EMAIL_BCON')
  expect(pieces.every((piece) => Buffer.byteLength(piece) <= 99)).toBe(true)
  expect(pieces.join('')).toBe(`~h~Call 1042~h~~n~${text.replaceAll('~', '-').replace('\n', '~n~')}`)
  expect(game.calls('PlaySoundFrontend')).toHaveLength(1)
  expect(piecesOf('x'.repeat(5000))).toHaveLength(10)
})

const CALL_911 = '<img src=x onerror=alert(1)> ![](http://x.test/a.png) ~r~Fire & smoke\nnow'

test.each<[string, string, unknown]>([
  [
    'qb-core',
    'QBCore:Notify',
    {
      text: 'Call 7: &#60;b&#62;',
      caption: '&#60;img src=x onerror=alert(1)&#62; ![](http://x.test/a.png) ~r~Fire &#38; smoke<br>now',
    },
  ],
  [
    'qbx_core',
    'QBCore:Notify',
    {
      text: 'Call 7: <b>',
      caption: String.raw`\<img src=x onerror=alert(1)\> \!\[\](http://x.test/a.png) \~r\~Fire \& smoke  ` + '\nnow',
    },
  ],
  ['es_extended', 'esx:showNotification', 'Call 7: ‹b›<br>‹img src=x onerror=alert(1)› ![](http://x.test/a.png) -r-Fire + smoke<br>now'],
])('%s shows notices, and nothing that a player typed is more than text there', (resource, event, shown) => {
  const game = start()
  game.startOther(resource)
  game.fromServer(NET.notify, { title: 'Call 7: <b>', text: CALL_911, tone: 'call' })
  expect(game.emitted.at(-1)).toEqual({ event, args: [shown, expect.any(String), 12_000] })
  expect([game.notices, game.calls('PlaySoundFrontend').length]).toEqual([[], 1])
})

test('ox_lib shows notices before the framework, unless the server chose another, and the game shows them if it fails', () => {
  const game = start()
  const notify = vi.fn<(data: unknown) => void>()
  game.offer('ox_lib', 'notify', notify)
  for (const each of ['qb-core', 'ox_lib']) game.startOther(each)
  game.fromServer(NET.notify, { title: 'Call 7', text: '*Fire*', tone: 'error' })
  expect(notify.mock.calls).toEqual([[{ title: 'Call 7', description: String.raw`\*Fire\*`, type: 'error', duration: 8000 }]])
  notify.mockImplementation(() => {
    throw new Error('No such export')
  })
  game.fromServer(NET.notify, { title: '', text: 'Fire', tone: 'info' })
  expect(game.notices).toEqual([['CELL_EMAIL_BCON', 'Fire']])
  const [framework, own] = (['framework', 'game'] as const).map((notifications) => start({ notifications }))
  for (const each of [framework, own]) {
    for (const other of ['qb-core', 'ox_lib']) each?.startOther(other)
    each?.fromServer(NET.notify, { title: '', text: 'Fire', tone: 'info' })
  }
  expect([framework?.emitted.at(-1)?.event, own?.notices.length]).toEqual(['QBCore:Notify', 1])
})

test('calls are on the map with the way to the own one, follow their place, and are gone when the server drops them', () => {
  const game = start()
  const call = { callId: 7, name: 'Call 7: ~r~Fire', priority: 1, x: 10, y: 20, isOwn: false }
  const other = { ...call, callId: 8, name: 'Call 8: Cat', priority: 4 }
  game.fromServer(NET.calls, [call, other])
  expect(game.blips()).toEqual([
    { x: 10, y: 20, name: 'Call 7: -r-Fire', colour: 1, hasRoute: false },
    { x: 10, y: 20, name: 'Call 8: Cat', colour: 3, hasRoute: false },
  ])
  game.fromServer(NET.calls, [{ ...call, isOwn: true, x: 15 }])
  expect(game.blips()).toEqual([{ x: 15, y: 20, name: 'Call 7: -r-Fire', colour: 1, hasRoute: true }])
  game.fromServer(NET.calls, [])
  expect(game.blips()).toEqual([])
  game.fromServer(NET.calls, [call])
  game.stop()
  expect(game.blips()).toEqual([])
})

test('a traffic stop names plate and model of the vehicle ahead and where that is, and keys run the commands nobody else has', () => {
  const game = start({ takeCallKey: 'U', postal: { resource: 'nearest-postal', export: 'getPostal' } })
  game.offer('nearest-postal', 'getPostal', () => 304)
  const place = { location: 'Elgin Ave / Vespucci Blvd', postal: '304' }
  game.putAhead({ plate: '46EEK57', model: 'SULTAN', label: 'Sultan' })
  game.type('ts')
  vi.advanceTimersByTime(10)
  game.putAhead({ plate: 'MOD 1', model: 'modcar', label: 'NULL' })
  game.type('tfts', 'Warning', 'given')
  vi.advanceTimersByTime(10)
  game.putAhead(null)
  game.type('ts')
  vi.advanceTimersByTime(10)
  game.type('take')
  expect(game.toServer).toEqual([
    { event: NET.trafficStop, args: [{ plate: '46EEK57', model: 'Sultan' }, place, ''] },
    { event: NET.trafficStop, args: [{ plate: 'MOD 1', model: 'modcar' }, place, 'Warning given'] },
    { event: NET.trafficStop, args: [null, place, ''] },
    { event: NET.take, args: [] },
  ])
  expect(game.calls('RegisterKeyMapping').map(([command, , , key]) => [command, key])).toEqual([
    ['tftablet', 'F11'],
    ['tftake', 'U'],
    ['tfts', ''],
  ])
})

test('the tablet takes keyboard and mouse while it is open, and gives them back', () => {
  const game = start()
  expect(game.calls('RegisterKeyMapping')[0]).toEqual(['tftablet', 'Open the tablet', 'keyboard', 'F11'])
  game.type('tablet')
  expect(game.toServer).toEqual([{ event: NET.tablet, args: [] }])
  const opening = { portalUrl: 'https://portal.example', ticket: 'once', apiKey: 'web', key: 'F11' }
  game.fromServer(NET.openTablet, opening)
  expect(game.pageMessages).toEqual([{ type: 'open', ...opening }])
  expect(game.fromPage('again')).toBe(true)
  expect(game.toServer).toHaveLength(2)
  expect(game.fromPage('close')).toBe(true)
  expect(game.pageMessages.at(-1)).toEqual({ type: 'close' })
  expect(game.calls('SetNuiFocus')).toEqual([
    [true, true],
    [false, false],
  ])
  game.fromServer(NET.openTablet, opening)
  game.type('tablet')
  expect(game.calls('SetNuiFocus').at(-1)).toEqual([false, false])
  game.fromServer(NET.openTablet, opening)
  game.stop()
  expect(game.calls('SetNuiFocus').at(-1), 'when the resource ends').toEqual([false, false])
})

const URL = 'https://portal.example/dui?serverId=1&key=k'
const shown = (game: FakeGame) => game.shownOn(SCREEN.dictionary, SCREEN.texture)

test('a screen shows the portal on its texture, stays open while the address is the same, and is cleared', () => {
  const game = start({ screens: [SCREEN] })
  game.fromServer(NET.screens, URL)
  const [browser] = game.browsers()
  game.fromServer(NET.screens, URL)
  expect(game.browsers()).toEqual([{ url: `${URL}&screen=unit&unit=4L%2012`, width: 512, height: 256 }])
  expect(game.browsers()[0]).toBe(browser)
  expect(shown(game)).toBe(browser?.url)
  game.fromServer(NET.screens, `${URL}2`)
  expect([shown(game), game.browsers().length]).toEqual([`${URL}2&screen=unit&unit=4L%2012`, 1])
  game.stop()
  expect([shown(game), game.browsers()]).toEqual([undefined, []])
  expect(game.printed).toEqual([])
})

test('a screen shows the portal again after a restart of the resource, although the game keeps earlier textures', () => {
  const game = start({ screens: [SCREEN] })
  game.fromServer(NET.screens, URL)
  for (let each = 1; each <= 3; each += 1) {
    vi.advanceTimersByTime(1)
    game.restart()
    setUp(game, { screens: [SCREEN] })
    game.fromServer(NET.screens, URL)
    expect(shown(game)).toContain(URL)
  }
})

test('a screen opens when a player comes near, is empty behind them, and uses one browser and one texture however often', () => {
  const game = start({ screens: [SCREEN] })
  game.goTo(400, -880)
  game.fromServer(NET.screens, URL)
  const after = (x: number) => {
    game.goTo(x, -880)
    vi.advanceTimersByTime(1500)
    return game.browsers().filter(({ url }) => url !== 'about:blank').length
  }
  expect([game.browsers().length, after(200), after(165), after(175), after(190)]).toEqual([0, 0, 1, 1, 0])
  for (let each = 0; each < 20; each += 1) expect([after(150), shown(game)?.startsWith(URL), after(300)]).toEqual([1, true, 0])
  expect([game.dictionaries(), game.textures(), game.browsers().length]).toEqual([1, 1, 1])
  game.goTo(120, -880, 500)
  vi.advanceTimersByTime(1500)
  expect([shown(game), game.browsers().map(({ url }) => url)], 'in a helicopter far above').toEqual([undefined, ['about:blank']])
  game.stop()
  game.goTo(120, -880, 30)
  vi.advanceTimersByTime(5000)
  expect(game.browsers()).toEqual([])
})

test('with many screens in one place, the nearest are shown, up to the limit of pixels', () => {
  const screens = Array.from({ length: 8 }, (_, index) => ({
    ...SCREEN,
    texture: `screen_${index}`,
    width: 1920,
    height: 1080,
    places: [{ x: 120 + index * 5, y: -880, z: 30 }],
  }))
  const game = start({ screens })
  game.fromServer(NET.screens, URL)
  const on = () => screens.filter(({ dictionary, texture }) => game.shownOn(dictionary, texture)).map(({ texture }) => texture)
  expect(on()).toEqual(['screen_0', 'screen_1'])
  game.goTo(155, -880)
  vi.advanceTimersByTime(1500)
  expect(on(), 'those that are open stay while they are near').toEqual(['screen_0', 'screen_1'])
  game.goTo(190, -880)
  vi.advanceTimersByTime(1500)
  expect(on()).toEqual(['screen_6', 'screen_7'])
})

test('pages of other resources can not reach the tablet', () => {
  const game = start()
  expect([game.fromPage('close'), game.fromPage('close', 'another')]).toEqual([true, false])
})

test('a command that another resource registers too is reported to the server, and stays available under its alias', () => {
  const game = createFakeGame({ folder, place: PLACE })
  game.startOther('esx_phone', '911')
  setUp(game)
  expect(game.toServer).toContainEqual({ event: NET.clash, args: ['emergency', 'esx_phone'] })
  game.startOther('late_one', '311')
  game.toServer.length = 0
  game.type('911', 'A', 'fire')
  game.type('311', 'A', 'cat')
  game.type('tf311', 'A', 'dog')
  expect(game.toServer.map(({ args }) => args[1])).toEqual(['A fire', 'A dog'])
  game.stopOther('esx_phone')
  expect(game.hasCommand('911')).toBe(false)
  vi.advanceTimersByTime(10)
  game.type('911', 'Again')
  expect(game.toServer.at(-1)?.args[1]).toBe('Again')
})
