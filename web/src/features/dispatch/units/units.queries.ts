import {
  checkIdentifier,
  getUnit,
  listBeats,
  saveUnit,
  setUnitStatus,
  UNIT_STATUS,
  type Duty,
  type PatrolUnit,
  type UnitInput,
} from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { currentUserQuery } from '../../../platform/session/session.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { userPatrolsQuery } from '../../patrols/patrols/patrols.port.ts'
import { callSigns } from './duty/call-signs.ts'
import { isOnDuty } from './duty/duty-form.ts'

const ownUnitQuery = (userId: number, duty: Duty | null | undefined) =>
  queryOptions({
    // Going on or off duty elsewhere changes the answer.
    queryKey: ['units', 'own', userId, duty ?? null],
    queryFn: ({ signal }) => call(getUnit, { params: { userId }, quiet: true, signal }),
    placeholderData: (known) => known,
    refetchOnMount: 'always',
    meta: { handled: true },
  })

/** The user's own unit as stored by the portal, off duty too; null if they were never on duty. */
export function useKeptUnit(isWanted = true) {
  const { userId, duty } = useSignedInUser()
  return useQuery({ ...ownUnitQuery(userId, duty), enabled: isWanted })
}

export const beatsQuery = queryOptions({
  queryKey: ['beats'],
  queryFn: ({ signal }) => call(listBeats, { quiet: true, signal }),
  staleTime: 5 * 60_000,
  meta: { handled: true },
})

/** Who else uses a call sign on a server, and a free one. Civilians may use any name. */
export const identifierQuery = ({ serverId, departmentId, identifier }: Pick<UnitInput, 'serverId' | 'departmentId' | 'identifier'>) =>
  queryOptions({
    queryKey: ['identifier', serverId, departmentId, identifier],
    queryFn: ({ signal }) => call(checkIdentifier, { params: { serverId }, query: { identifier, departmentId }, quiet: true, signal }),
    enabled: serverId > 0 && departmentId > 0,
    staleTime: 5000,
    placeholderData: (known) => known,
    meta: { handled: true },
  })

/** Goes on duty, or changes the current duty. */
export async function goOnDuty(input: UnitInput): Promise<PatrolUnit> {
  const unit = await call(saveUnit, { body: input })
  callSigns.remember(unit.userId, unit.department.departmentId, unit.identifier)
  await adopt(unit)
  return unit
}

export async function goOffDuty(userId: number): Promise<void> {
  await adopt(await call(setUnitStatus, { params: { userId, status: UNIT_STATUS.offDuty } }))
}

/** The account's room sends this too, but the next page must not open before it is known. */
async function adopt(unit: PatrolUnit): Promise<void> {
  const { userId, serverId, unitClass, type } = unit
  const duty = isOnDuty(unit) ? { serverId, unitClass, type } : null
  queryClient.setQueryData(ownUnitQuery(userId, duty).queryKey, unit)
  queryClient.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, duty })
  await queryClient.invalidateQueries({ queryKey: userPatrolsQuery(userId).queryKey })
}
