import { accessSubject, bolosSwitch, isAllowed, listActiveWarrants, listBolos, warrantsSwitch } from '@tenfour/contract'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIsOn } from '../platform/features/features.ts'
import { useSignedInUser } from '../platform/session/useSignedInUser.ts'
import { viewOf } from '../platform/view/view.ts'
import { clearWarrants, WarrantHost } from '../features/legal/warrants/desk/WarrantHost.port.tsx'
import { BoloHost } from '../features/records/bolos/BoloHost.tsx'
import { ActHost, clearLookups, LeftRecordHost, WarrantFollower } from '../features/records/lookups/lookups.port.ts'
import { clearReports, ReportHost } from '../features/records/reports/reports.port.ts'

/** For units on duty: BOLOs as they come, and the dialogs of records. Nothing of what was looked up stays after duty. */
export function RecordsHost() {
  const user = useSignedInUser()
  const serverId = user.duty?.serverId
  useEffect(() => clearLookups, [])
  useEffect(() => clearReports, [])
  useEffect(() => clearWarrants, [])
  const isDesktop = useRouterState({ select: ({ location }) => viewOf(location.pathname).isDesktop })
  const areWarrantsOn = useIsOn(warrantsSwitch)
  const areBolosOn = useIsOn(bolosSwitch)
  const hasWarrants = areWarrantsOn && isAllowed(listActiveWarrants.access, accessSubject(user))
  const hasBolos = areBolosOn && serverId !== undefined && isAllowed(listBolos.access, accessSubject(user), { serverId })
  return (
    <>
      {hasBolos && <BoloHost key={serverId} serverId={serverId} />}
      <ActHost />
      <LeftRecordHost userId={user.userId} />
      <ReportHost />
      {hasWarrants && <WarrantHost />}
      {hasWarrants && isDesktop && <WarrantFollower userId={user.userId} />}
    </>
  )
}
