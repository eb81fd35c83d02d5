import { accessSubject, admin, getFirstEvening, isAllowed, type CurrentUser, type FirstEvening } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'

/** Read when the home page opens and whenever the window is looked at again: most steps are done on other pages. */
export const firstEveningQuery = queryOptions({
  queryKey: ['first-evening'],
  queryFn: ({ signal }) => call(getFirstEvening, { signal, quiet: true }),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

/** The checklist of a new portal: undefined while unknown, null for everyone but Root and Admin, and where it is done or hidden. */
export function useFirstEvening(user: CurrentUser): FirstEvening | null | undefined {
  const isWanted = isAllowed(admin, accessSubject(user))
  const { data, isError } = useQuery({ ...firstEveningQuery, enabled: isWanted })
  if (!isWanted || (isError && !data)) return null
  return data && (data.isOpen ? data : null)
}
