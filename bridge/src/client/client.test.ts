import { afterAll, beforeAll, expect, test } from 'vitest'
import { BridgeConfig } from '../config.ts'
import { NET } from '../net.ts'
import { createFakeGame, type FakeGame } from '../simulate/fake-game.ts'
import { installResource, removeResources } from '../testing/resource.ts'
import { piecesOf } from './notices.ts'

let folder = ''
beforeAll(async () => void (folder = await installResource()))
afterAll(removeResources)

const PLACE = { x: 120, y: -880, z: 30, street: 'Elgin Ave', crossing: 'Vespucci Blvd' }
const SCREEN = { dictionary: 'prop_tv_flat_01', texture: 'script_rt_tvscreen', screen: 'unit', unit: '4L 12', width: 512, height: 256 }
function start(over: object = {}): FakeGame {
  const game = createFakeGame({ folder, place: PLACE })
  expect(game.toServer).toEqual([{ event: NET.ready, args: [] }])
  const { commands, tabletKey, postal, screens } = BridgeConfig.parse(over)
  game.fromServer(NET.setup, { commands, tabletKey, postal, screens })
  game.toServer.length = 0
  return game
}

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

test('commands are called what the server says, some are off, and the chat helps with them', () => {
  const game = start({ commands: { emergency: 'emergency', panic: '', status: 'st' } })
  expect(['emergency', '911', 'panic'].map(game.hasCommand)).toEqual([true, false, false])
  const suggested = game.emitted.filter(({ event }) => event === 'chat:addSuggestion').map(({ args }) => args[0])
  expect(suggested).toContain('/st')
  expect(suggested).not.toContain('/')
  game.fromServer(NET.setup, BridgeConfig.parse({}))
  expect(game.hasCommand('911'), 'a second time changes nothing').toBe(false)
})

test('a notice of any length is shown whole, in pieces the game takes', () => {
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

test('being sent to a call sets the waypoint', () => {
  const game = start()
  game.fromServer(NET.waypoint, 12.5, -7)
  expect(game.calls('SetNewWaypoint')).toEqual([[12.5, -7]])
})

test('the tablet takes keyboard and mouse while it is open, and gives them back', () => {
  const game = start()
  expect(game.calls('RegisterKeyMapping')).toEqual([['tablet', 'Open the tablet', 'keyboard', 'F6']])
  game.type('tablet')
  expect(game.toServer).toEqual([{ event: NET.tablet, args: [] }])
  const opening = { portalUrl: 'https://portal.example', ticket: 'once', apiKey: 'web', key: 'F6' }
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

test('a screen shows the portal on its texture, is left alone while the address stays, and cleared away', () => {
  const game = start({ screens: [SCREEN] })
  const url = 'https://portal.example/dui?serverId=1&key=k'
  game.fromServer(NET.screens, url)
  game.fromServer(NET.screens, url)
  expect(game.calls('CreateDui')).toEqual([[`${url}&screen=unit&unit=4L%2012`, 512, 256]])
  expect(game.calls('AddReplaceTexture')).toEqual([['prop_tv_flat_01', 'script_rt_tvscreen', 'tenfour_0', 'tenfour_0']])
  game.fromServer(NET.screens, `${url}2`)
  expect(game.calls('DestroyDui')).toEqual([[1]])
  game.stop()
  expect(game.calls('RemoveReplaceTexture')).toHaveLength(2)
  expect(game.printed).toEqual([])
})
