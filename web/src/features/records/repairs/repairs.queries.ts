import {
  findRecords,
  repairCharacter,
  repairVehicle,
  type PageQuery,
  type SentBodyOf,
  RepairCharacterInput,
  RepairVehicleInput,
} from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { z } from 'zod'

export type RepairKind = 'character' | 'vehicle'

const REPAIRS = ['repairs'] as const

export const repairsQuery = (kind: RepairKind, q: string, page: PageQuery) =>
  queryOptions({
    queryKey: [...REPAIRS, kind, q, page],
    queryFn: ({ signal }) => call(findRecords, { query: page, body: { kind, q }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    // Each search is in the audit log, so the page does not search again on its own.
    staleTime: Infinity,
    meta: { handled: true },
  })

/** After a refusal too: the record may have changed or be gone. */
const refresh = () => void queryClient.invalidateQueries({ queryKey: REPAIRS }).catch(reportError)

export async function saveCharacter(characterId: number, body: SentBodyOf<typeof repairCharacter>): Promise<void> {
  await call(repairCharacter, { params: { characterId }, body }).finally(refresh)
}

export async function saveVehicle(vehicleId: number, body: SentBodyOf<typeof repairVehicle>): Promise<void> {
  await call(repairVehicle, { params: { vehicleId }, body }).finally(refresh)
}

/** The fields as they are typed: what is left empty is nothing. */
const optional = <T extends z.ZodType<unknown, string | null>>(schema: T) =>
  z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(schema)

export const CharacterFields = RepairCharacterInput.extend({
  bornOn: optional(RepairCharacterInput.shape.bornOn),
  memberEmail: optional(RepairCharacterInput.shape.memberEmail),
})

const NO_NUMBER = 'Enter the number of a character, such as #120'
export const VehicleFields = RepairVehicleInput.extend({
  characterId: z
    .string()
    .regex(/^\s*(#?\d{1,9})?\s*$/, NO_NUMBER)
    .transform((typed) => Number(typed.replace('#', '')) || null)
    .pipe(RepairVehicleInput.shape.characterId),
})
