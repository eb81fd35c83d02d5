import { accessSubject, isAllowed, listBolos } from '@tenfour/contract'
import { useEffect } from 'react'
import { useSignedInUser } from '../platform/session/useSignedInUser.ts'
import { BoloHost } from '../features/records/bolos/BoloHost.tsx'
import { ActHost, clearLookups } from '../features/records/lookups/lookups.port.ts'
import { clearReports, ReportHost } from '../features/records/reports/reports.port.ts'

/** For units on duty: BOLOs as they come, and the dialogs of records. Nothing of what was looked up stays after duty. */
export function RecordsHost() {
  const user = useSignedInUser()
  const serverId = user.duty?.serverId
  useEffect(() => clearLookups, [])
  useEffect(() => clearReports, [])
  const hasBolos = serverId !== undefined && isAllowed(listBolos.access, accessSubject(user), { serverId })
  return (
    <>
      {hasBolos && <BoloHost key={serverId} serverId={serverId} />}
      <ActHost />
      <ReportHost />
    </>
  )
}
