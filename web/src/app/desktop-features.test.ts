import { medicalSwitch, portal911, UNIT_CLASS } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { commandsOf, lateCommandsOf, panelsFor, shortcutsOf } from '../features/portal/cad/desktop-contents.ts'
import { DESKTOP_FEATURES } from './desktop-features.ts'

const idsFor = (unitClass: (typeof UNIT_CLASS)[keyof typeof UNIT_CLASS], isStaff = false, switchedOff: string[] = []) =>
  panelsFor(DESKTOP_FEATURES, unitClass, isStaff, switchedOff).map(({ id }) => id)

test('no two panels have one id, or one place in the Panels menu', () => {
  const panels = DESKTOP_FEATURES.flatMap((feature) => feature.panels ?? [])
  for (const key of ['id', 'rank'] as const) expect(new Set(panels.map((panel) => panel[key])).size).toBe(panels.length)
})

test('each class has its panels in the order of the Panels menu, which Alt and a digit follow', () => {
  expect(idsFor(UNIT_CLASS.Comms)).toEqual([
    'calls',
    'call',
    'new-call',
    'units',
    'tools',
    'history',
    'map',
    'lookup',
    'record',
    'bolos',
    'report',
    'reports',
    'warrant',
    'warrants',
  ])
  expect(idsFor(UNIT_CLASS.Leo)).toEqual(idsFor(UNIT_CLASS.Comms).filter((id) => id !== 'tools'))
  expect(idsFor(UNIT_CLASS.Fire)).toEqual(idsFor(UNIT_CLASS.Leo).filter((id) => !['bolos', 'warrant', 'warrants'].includes(id)))
  expect(idsFor(UNIT_CLASS.Other)).toEqual(['emergency', 'characters'])
})

test('staff have the dispatcher’s tools in any class that answers to dispatch', () => {
  expect(idsFor(UNIT_CLASS.Leo, true)).toEqual(idsFor(UNIT_CLASS.Comms))
  expect(idsFor(UNIT_CLASS.Other, true)).toEqual(['emergency', 'characters'])
})

test('a panel is gone while its feature is switched off', () => {
  expect(idsFor(UNIT_CLASS.Other, false, [portal911.key])).toEqual(['characters'])
  expect(idsFor(UNIT_CLASS.Leo, false, [portal911.key])).toEqual(idsFor(UNIT_CLASS.Leo))
  expect(idsFor(UNIT_CLASS.Leo, false, [medicalSwitch.key]), 'police write other reports').toEqual(idsFor(UNIT_CLASS.Leo))
  expect(idsFor(UNIT_CLASS.Fire, false, [medicalSwitch.key])).toEqual(['calls', 'call', 'new-call', 'units', 'history', 'map'])
})

test('a civilian has no key for what only dispatch and its units do, and no two keys do something on one letter', () => {
  const keysOf = (unitClass: (typeof UNIT_CLASS)[keyof typeof UNIT_CLASS]) =>
    shortcutsOf(DESKTOP_FEATURES, unitClass).flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys, run }) => (run ? keys : [])))
  expect(keysOf(UNIT_CLASS.Leo)).toContain('Z')
  expect(keysOf(UNIT_CLASS.Other)).toEqual([])
  expect(new Set(keysOf(UNIT_CLASS.Comms)).size).toBe(keysOf(UNIT_CLASS.Comms).length)
})

test('the commands of all features stand in one order, each in a place of its own', async () => {
  await Promise.all(lateCommandsOf(DESKTOP_FEATURES).map(({ load }) => load()))
  const commands = commandsOf(DESKTOP_FEATURES)
  expect(commands.map(({ word }) => word)).toEqual(
    's d r n c map l m t prim ping tone ch b panic p v w pc bolo warn cite arrest incident write warrant warrants serve help'.split(' '),
  )
  expect(new Set(commands.map(({ rank }) => rank)).size).toBe(commands.length)
})
