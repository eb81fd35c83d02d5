import type { Beat, CallType, PatrolUnit } from '@tenfour/contract'
import type { CommandContext } from '../../../../panels/commands/command.ts'
import { DESKTOP_FEATURES } from '../../../../app/desktop-features.ts'
import { commandsOf, lateCommandsOf } from '../../../portal/cad/desktop-contents.ts'
import { buildCall, buildCallType, buildUnit } from '../../board/testing/build-board.ts'

const callType = (callTypeId: number, code: string, name: string): CallType => buildCallType(callTypeId, code, { name })
const beat = (beatId: number, name: string): Beat => ({ beatId, name, area: 'Twin Falls', departments: [] })

export const UNITS = {
  delgado: buildUnit(12, { identifier: '4L12', name: 'R. Delgado', status: 6, callId: 1042 }),
  whitcombe: buildUnit(20, { identifier: '4L20', name: 'S. Whitcombe' }),
  brandt: buildUnit(7, { identifier: '3L07', name: 'J. Brandt' }),
  engine: buildUnit(51, { identifier: 'Engine 51', name: 'A. Lindqvist', unitClass: 3 }),
  okafor: buildUnit(3, { identifier: 'D-3', name: 'M. Okafor', unitClass: 2, type: 3 }),
  stone: buildUnit(4, { identifier: 'D-4', name: 'R. Stone', unitClass: 2, type: 3 }),
} satisfies Record<string, PatrolUnit>

// The commands as they are once the desktop is drawn.
await Promise.all(lateCommandsOf(DESKTOP_FEATURES).map(({ load }) => load()))

/** A typical board, as seen by its dispatcher. */
export const buildContext = (over: Partial<CommandContext> = {}): CommandContext => ({
  commands: commandsOf(DESKTOP_FEATURES),
  units: Object.values(UNITS),
  calls: new Map(
    [
      buildCall(1042, { title: 'Robbery in progress', location: 'Great Ocean Hwy', postal: '5041', priority: 1, status: 'active' }),
      buildCall(1044, { title: 'Collision, injuries', location: 'Del Perro Fwy', priority: 2 }),
      buildCall(1045, { title: 'Shots heard', priority: 2 }),
    ].map((call) => [call.callId, call]),
  ),
  callTypes: [
    callType(1, 'TRAFFIC', 'Traffic stop'),
    callType(2, 'CRASH', 'Traffic accident'),
    callType(3, 'SHOTS', 'Shots fired'),
    callType(4, 'STRUCTFIRE', 'Structure fire'),
    callType(5, 'VEHFIRE', 'Vehicle fire'),
    callType(6, 'ROBBERY', 'Robbery in progress'),
  ],
  dispositions: ['Report taken', 'Arrest made', 'Gone on arrival'],
  radioChannels: ['MAIN', 'TAC 1', 'TAC 2', 'TAC 3', 'TAC 4', 'FIRE 1', 'MED'],
  beats: [beat(1, 'City Centre'), beat(5, 'Vinewood'), beat(9, 'Great Ocean Highway')],
  own: UNITS.okafor,
  mayDispatch: true,
  openCallId: 1044,
  places: new Map(),
  ...over,
})

/** The same board, as seen by an officer. */
export const asOfficer = (own: PatrolUnit | undefined = UNITS.delgado): CommandContext => buildContext({ own, mayDispatch: false })
