import { accessSubject, capability, isAllowed, lookupUnit, medicalSwitch } from '@tenfour/contract'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { PageHeader, WidePage } from '../../../../ui/Page.tsx'
import { TabLinks } from '../../../../ui/TabLinks.tsx'
import { AllTab } from './AllTab.tsx'
import { ApproveTab } from './ApproveTab.tsx'
import { JailTab } from './JailTab.tsx'
import { MineTab } from './MineTab.tsx'
import type { ReportTab } from './reports-search.ts'
import { useLiveOwn, useLiveQueue } from './use-live-reports.ts'
import { Stack } from '../../../../ui/layout.tsx'

const LABELS: Readonly<Record<ReportTab, string>> = { mine: 'Mine', approve: 'To approve', all: 'All', jail: 'Jail' }

/** Reports of officers and medics, reports to approve, and people in jail. */
export function ReportsPage() {
  const subject = accessSubject(useSignedInUser())
  const kinds = useIsOn(medicalSwitch)
    ? 'Warnings, citations, arrests, incidents and patients'
    : 'Warnings, citations, arrests and incidents'
  const { tab: wanted } = useSearch({ from: '/shell/user/reports' })
  useLiveOwn()
  useLiveQueue()
  const tabs: readonly ReportTab[] = [
    'mine',
    ...(isAllowed(capability('approveReports'), subject) ? (['approve'] as const) : []),
    'all',
    ...(isAllowed(lookupUnit(), subject) ? (['jail'] as const) : []),
  ]
  const tab = tabs.find((each) => each === wanted) ?? 'mine'
  // The user can't see the wanted tab, such as the jail off duty.
  if (tab !== wanted) return <Navigate to="/user/reports" search={{ tab }} replace />
  return (
    <WidePage width={1340}>
      <PageHeader title="Reports" subtitle={`${kinds}. Write new ones on duty, in the CAD.`} />
      <Stack>
        <TabLinks label="Reports">
          {tabs.map((each) => (
            <Link key={each} to="/user/reports" search={{ tab: each }} activeOptions={{ includeSearch: true }}>
              {LABELS[each]}
            </Link>
          ))}
        </TabLinks>
        {tab === 'mine' && <MineTab />}
        {tab === 'approve' && <ApproveTab />}
        {tab === 'all' && <AllTab />}
        {tab === 'jail' && <JailTab />}
      </Stack>
    </WidePage>
  )
}
