import {
  checkIdentifier,
  getUnit,
  saveUnit,
  setUnitStatus,
  takeOwnCallSign,
  UNIT_STATUS,
  type Duty,
  type PatrolUnit,
  type UnitInput,
  type Beat,
} from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { currentUserQuery } from '../../../platform/session/session.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { userPatrolsQuery } from '../../patrols/patrols/patrols.port.ts'
import { isOnDuty } from './duty/duty-form.ts'
import { z } from 'zod'
import { localStore, type KeyValueStore } from '../../../platform/storage/storage.ts'

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

type Proposed = Pick<UnitInput, 'serverId' | 'departmentId' | 'identifier'> & { readonly type: UnitInput['type'] | undefined }

/** Who else uses or keeps a call sign, and a free one. Civilians may use any name. */
export const identifierQuery = ({ serverId, departmentId, identifier, type }: Proposed) =>
  queryOptions({
    queryKey: ['identifier', serverId, departmentId, identifier, type],
    queryFn: ({ signal }) =>
      call(checkIdentifier, { params: { serverId }, query: { identifier, departmentId, type }, quiet: true, signal }),
    enabled: serverId > 0 && departmentId > 0,
    staleTime: 5000,
    placeholderData: (known) => known,
    meta: { handled: true },
  })

/** The member's own call sign in a department, handed out to who has none; null where the department hands out none. */
export const ownCallSignQuery = ({
  departmentId,
  type,
  used,
}: Pick<UnitInput, 'departmentId'> & { type: UnitInput['type'] | undefined; used: string }) =>
  queryOptions({
    queryKey: ['identifier', 'own', departmentId, type],
    queryFn: ({ signal }) => call(takeOwnCallSign, { params: { departmentId }, body: { type, used }, quiet: true, signal }),
    enabled: departmentId > 0,
    staleTime: 5000,
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

const AREA_NAMES: Readonly<Record<Beat['area'], string>> = {
  'Twin Falls': 'Twin Falls',
  'Twin Falls County': 'Twin Falls County',
  Both: 'City and county',
}

/** The beats of a department, and the one that a unit has already. */
export const beatsFor = (beats: readonly Beat[], departmentId: number | undefined, current: number | null | undefined): readonly Beat[] =>
  beats.filter(
    ({ beatId, departments }) =>
      beatId === current || departmentId === undefined || departments.length === 0 || departments.includes(departmentId),
  )

/** The beats grouped by area, in the given order. */
export const beatsByArea = (beats: readonly Beat[]): { readonly area: string; readonly beats: readonly Beat[] }[] =>
  [...Map.groupBy(beats, ({ area }) => area)].map(([area, ofArea]) => ({ area: AREA_NAMES[area], beats: ofArea }))

const CallSigns = z.record(z.string(), z.string().min(1).max(16))

/** The call signs last used in this browser, one per department: the portal itself only knows the latest. */
export function createCallSigns(store: KeyValueStore) {
  const key = (userId: number) => `callSigns:${userId}`
  const read = (userId: number): z.infer<typeof CallSigns> => {
    try {
      return CallSigns.parse(JSON.parse(store.getItem(key(userId)) ?? '{}'))
    } catch {
      return {}
    }
  }
  return {
    get: (userId: number, departmentId: number): string | null => read(userId)[departmentId] ?? null,
    remember: (userId: number, departmentId: number, identifier: string): void =>
      store.setItem(key(userId), JSON.stringify({ ...read(userId), [departmentId]: identifier })),
  }
}

export const callSigns = createCallSigns(localStore)
