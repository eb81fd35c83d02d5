import {
  accessSubject,
  changeMapping,
  decideOnLosses,
  discordAdmin,
  isAllowed,
  listRoleMappings,
  previewMappingChange,
  type BodyOf,
  type MappedDepartment,
  type MappingChange,
} from '@tenfour/contract'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'

const MAPPINGS = ['discord-mappings'] as const

export const mappingsQuery = queryOptions({
  queryKey: [...MAPPINGS, 'list'],
  queryFn: ({ signal }) => call(listRoleMappings, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

/** Asked anew each time it is shown: it says what would happen at this moment. */
export const previewQuery = (change: MappingChange | null) =>
  queryOptions({
    queryKey: [...MAPPINGS, 'preview', change],
    queryFn: change ? ({ signal }) => call(previewMappingChange, { body: { change }, quiet: true, signal }) : skipToken,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { handled: true },
  })

export const refreshMappings = (): Promise<void> => queryClient.invalidateQueries({ queryKey: MAPPINGS })

export const make = (change: MappingChange, digest: string) => call(changeMapping, { body: { change, digest }, quiet: true })

export const decide = ({ departmentId, held }: MappedDepartment, decision: BodyOf<typeof decideOnLosses>['decision']) =>
  call(decideOnLosses, { params: { departmentId }, body: { decision, digest: held?.digest ?? '' } })

export const useMayMap = (): boolean => isAllowed(discordAdmin, accessSubject(useSignedInUser()))
