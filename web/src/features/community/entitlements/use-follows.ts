import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { followsOf } from './entitlement.labels.ts'
import { entitlementsQuery } from './entitlements.queries.ts'

/** What gives each Discord role, in words; nothing until it is known. */
export function useFollows(): ReadonlyMap<string, string> {
  const { data } = useQuery(entitlementsQuery)
  return useMemo(() => (data ? followsOf(data) : new Map()), [data])
}
