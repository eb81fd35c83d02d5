import { Call, PatrolUnit, TakeBackKind, type CallUnit } from '@tenfour/contract'
import { z } from 'zod'

const CallFields = Call.pick({
  callId: true,
  priority: true,
  classes: true,
  primaryUserId: true,
  handlerUserId: true,
  panicUserId: true,
  disposition: true,
  clearedAt: true,
  mergedIntoId: true,
  version: true,
})
const UnitFields = PatrolUnit.pick({
  userId: true,
  identifier: true,
  status: true,
  statusSince: true,
  callId: true,
  callSince: true,
}).extend({
  // Records of earlier versions are without it.
  statusId: PatrolUnit.shape.statusId.optional(),
  isPrimary: z.boolean(),
  isEnRoute: z.boolean(),
  isOnScene: z.boolean(),
})
const changeOf = <T extends z.ZodType>(fields: T) => z.object({ was: fields, is: fields })

/** The changes of an action. It can be taken back while all of them are still as the action left them. */
export const TakeBack = z.object({
  kind: TakeBackKind,
  calls: z.array(changeOf(CallFields)),
  units: z.array(changeOf(UnitFields)),
})
export type TakeBack = z.infer<typeof TakeBack>
export type CallChange = TakeBack['calls'][number]
export type UnitChange = TakeBack['units'][number]

export const callFields = (call: Call): CallChange['is'] => CallFields.parse(call)
export const unitFields = (
  unit: PatrolUnit,
  assignment: Pick<CallUnit, 'isPrimary' | 'enRouteAt' | 'onSceneAt'> | undefined,
): UnitChange['is'] => ({
  ...UnitFields.omit({ isPrimary: true, isEnRoute: true, isOnScene: true }).parse(unit),
  isPrimary: assignment?.isPrimary ?? false,
  isEnRoute: assignment ? assignment.enRouteAt !== null : false,
  isOnScene: assignment ? assignment.onSceneAt !== null : false,
})

/** For example 'clearing 1064'. Several units of one action are named together. */
export function takeBackLabel(records: readonly TakeBack[]): string {
  const [record] = records
  const callIds = record?.calls.map(({ is }) => is.callId) ?? []
  switch (record?.kind) {
    case 'clear':
      return `clearing ${callIds[0]}`
    case 'merge':
      return `merging ${callIds[0]} into ${callIds[1]}`
    default: {
      const units = records.flatMap((each) => each.units.map(({ is }) => is.identifier))
      return `sending ${units.join(', ')} to ${callIds[0]}`
    }
  }
}
