import type { Features } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { boardFeature } from './board/board.feature.ts'
import type { Board } from './board/board.service.ts'
import { cadValuesFeature } from './cad-values/cad-values.feature.ts'
import { callsFeature } from './calls/calls.feature.ts'
import { deskFeature } from './desk/desk.feature.ts'
import { notesFeature } from './notes/notes.feature.ts'
import { tonesFeature } from './tones/tones.feature.ts'
import { unitsFeature } from './units/units.feature.ts'
import { welfareFeature } from './welfare/welfare.feature.ts'

type Deps = Pick<Parameters<typeof callsFeature>[0], 'findPostal' | 'panicsAnHour'>
export type DispatchOptions = Pick<Deps, 'panicsAnHour'>

export function composeDispatch(platform: Platform, { add }: Features, deps: Deps) {
  const { board, lists } = add(boardFeature(platform))
  add(cadValuesFeature(platform))
  const { unitsOn, withUnits, withDutyEnded } = add(unitsFeature({ ...platform, board, lists }))
  const { callsOn } = add(callsFeature({ ...platform, ...deps, board, lists }))
  const { deskOn } = add(deskFeature({ ...platform, board }))
  add(tonesFeature({ board }))
  add(notesFeature(platform))
  add(welfareFeature({ ...platform, board }))
  /** The same services for another board. */
  const services = (on: Board) => ({ units: unitsOn(on), ...callsOn(on), desk: deskOn(on) })
  return { board, services, units: unitsOn(board), withUnits, withDutyEnded }
}
