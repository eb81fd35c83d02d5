import { findRecords, repairCharacter, repairVehicle, type PageQuery, type SentBodyOf } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

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
