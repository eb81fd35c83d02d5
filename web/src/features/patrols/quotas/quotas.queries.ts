import { listPatrolRules, listSettings, quotaPeriod } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'

export const rulesQuery = queryOptions({
  queryKey: ['patrols', 'rules'],
  queryFn: ({ signal }) => call(listPatrolRules, { signal, quiet: true }),
  staleTime: 0,
  meta: { handled: true },
})

/** Whether quotas are by week or by month. */
export const quotaPeriodQuery = queryOptions({
  queryKey: ['patrols', 'quota-period'],
  queryFn: async ({ signal }) => {
    const settings = await call(listSettings, { signal, quiet: true })
    return settings.find(({ key }) => key === quotaPeriod.key)?.value === 'month' ? 'month' : 'week'
  },
  staleTime: 0,
  meta: { handled: true },
})

/** Also refetches the patrols: a quota changes which members are below it. */
export const refreshRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['patrols'] })
