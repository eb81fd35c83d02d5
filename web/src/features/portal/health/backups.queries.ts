import { getBackups, type BackupOverview } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { subscribe } from '../../../platform/realtime/realtime.ts'

const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call(getBackups, { signal, quiet: true }),
  meta: { handled: true },
})

const keep = (change: (known: BackupOverview) => BackupOverview) =>
  void queryClient.setQueryData(backupsQuery.queryKey, (known) => known && change(known))

/** The backups, updated live. */
export function useBackups() {
  useEffect(
    () =>
      subscribe(
        'backups',
        {},
        {
          onSnapshot: (overview) => void queryClient.setQueryData(backupsQuery.queryKey, overview),
          onDelta: (delta) => {
            if (delta.event === 'backups.changed') return void queryClient.setQueryData(backupsQuery.queryKey, delta.payload)
            const { backupId, progress } = delta.payload
            return keep((known) => ({
              ...known,
              backups: known.backups.map((backup) => (backup.backupId === backupId ? { ...backup, progress } : backup)),
            }))
          },
        },
      ),
    [],
  )
  return useQuery(backupsQuery)
}
