import { contestFine, listReportsAboutOwn, payFine, type Fine, type OwnFine, type PageQuery } from '@tenfour/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { keepOwn, OWN_RECORDS_KEY } from '../own-records/own-records.port.ts'

/** The answer has the fine without what it is for. */
const kept = (fine: OwnFine, saved: Fine): void => keepOwn({ event: 'fine.saved', payload: { ...fine, ...saved } })

export const pay = async (fine: OwnFine): Promise<void> =>
  kept(fine, await call(payFine, { params: { fineId: fine.fineId }, body: { version: fine.version } }))

export const contest = async (fine: OwnFine, reason: string): Promise<void> =>
  kept(fine, await call(contestFine, { params: { fineId: fine.fineId }, body: { reason, version: fine.version } }))

/** Under the key of the member's records: a report that becomes final changes them, and the list with them. */
export const aboutOwnQuery = (characterId: number, query: PageQuery) =>
  queryOptions({
    queryKey: [...OWN_RECORDS_KEY, 'reports', characterId, query],
    queryFn: ({ signal }) => call(listReportsAboutOwn, { params: { characterId }, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
