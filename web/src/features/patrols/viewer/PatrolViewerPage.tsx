import { accessSubject, isAllowed, staff, type MemberPatrols, type OpenPatrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { setFilter } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { departmentsQuery } from '../../people/departments/departments.port.ts'
import { patrolQuery } from '../patrols/patrols.queries.port.ts'
import { HoursCard } from './HoursCard.tsx'
import { MemberHistory } from './MemberHistory.tsx'
import { MembersTable } from './MembersTable.tsx'
import { periodWords, type Period } from './period.ts'
import { OnPatrolNow } from './OnPatrolNow.tsx'
import { PatrolCard } from './PatrolCard.tsx'
import { SidePanel } from './SidePanel.tsx'
import { LeadersCard, StatusCard, TotalsCard } from './TotalsCards.tsx'
import { useOpenPatrols } from './use-open-patrols.ts'
import { useViewer, type Viewer } from './use-viewer.ts'
import { Stack } from '../../../ui/layout.tsx'
import { WidePage } from '../../../ui/Page.tsx'
import classes from './Viewer.module.css'
import { ViewerCards } from './ViewerCards.tsx'
import { ViewerHeader, type ViewedDepartment } from './ViewerHeader.tsx'
import { MEMBER_TABLE, memberFilter } from './viewer-state.ts'
import { historyQuery, memberPatrolsQuery, overviewQuery } from './viewer.queries.ts'

/** All patrols for staff, and the patrols of a department for its supervisors. */
export function PatrolViewerPage() {
  const user = useSignedInUser()
  const seesAll = isAllowed(staff, accessSubject(user))
  const departments = useViewedDepartments(seesAll)
  const seen = useMemo(
    () => (seesAll ? undefined : heldDepartments(user, 'seePatrols').map(({ departmentId }) => departmentId)),
    [user, seesAll],
  )
  const viewer = useViewer(seen)
  const [state, setState] = useTableSearch(MEMBER_TABLE)
  const filter = memberFilter(state, viewer.scope)
  const overview = useQuery(overviewQuery(viewer.scope))
  const members = useQuery(memberPatrolsQuery(filter))
  const open = useOpenPatrols(user, viewer.search.department)
  const { open: openBeside } = viewer
  const openMember = useCallback((member: number) => openBeside({ member }), [openBeside])
  return (
    <WidePage width={1340}>
      <ViewerHeader viewer={viewer} departments={departments} seesAll={seesAll} filter={filter} isEmpty={!members.data?.total} />
      <ViewerCards
        viewer={viewer}
        overview={overview.data}
        isError={overview.isError}
        open={open}
        onOnly={(only) => {
          setState(setFilter(state, 'only', only))
          document.getElementById('viewer-members')?.scrollIntoView({ block: 'start' })
        }}
      />
      <div className={classes.columns}>
        <Stack>
          <HoursCard viewer={viewer} overview={overview.data} isError={overview.isError} onRetry={overview.refetch} />
          <MembersTable
            members={members}
            overview={overview.data}
            state={state}
            onState={setState}
            hasDepartment={viewer.search.department !== undefined || departments.length === 1}
            onOpen={openMember}
          />
        </Stack>
        <Stack className={classes.aside}>
          <Beside viewer={viewer} open={open} members={members.data?.items ?? []} />
          <LeadersCard scope={viewer.scope} onOpen={openMember} />
          {overview.data && <TotalsCard overview={overview.data} />}
          {overview.data && <StatusCard byStatus={overview.data.byStatus} />}
        </Stack>
      </div>
    </WidePage>
  )
}

/** All departments, or those in which the user's rank sees patrols. */
function useViewedDepartments(seesAll: boolean): readonly ViewedDepartment[] {
  const user = useSignedInUser()
  const all = useQuery({ ...departmentsQuery(true), enabled: seesAll }).data
  return seesAll ? (all ?? []) : heldDepartments(user, 'seePatrols')
}

type BesideProps = { viewer: Viewer; open: readonly OpenPatrol[] | undefined; members: readonly MemberPatrols[] }

/** The panel that the address names. */
function Beside({ viewer: { search, open: show, period, today }, open, members }: BesideProps) {
  const close = () => show({})
  if (search.patrol !== undefined) return <PatrolCard patrolId={search.patrol} onClose={close} onMember={(member) => show({ member })} />
  if (search.member !== undefined)
    return (
      <MemberPanel
        // Another period begins at its first page.
        key={`${search.member} ${period.from} ${period.to}`}
        period={period}
        periodName={periodWords(period, today)}
        userId={search.member}
        name={members.find(({ userId }) => userId === search.member)?.name}
        departmentId={search.department}
        onClose={close}
        onOpen={(patrol) => show({ patrol })}
      />
    )
  if (search.show === undefined) return null
  return (
    <SidePanel title={`On patrol now${open ? `: ${open.length}` : ''}`} focusKey="now" onClose={close}>
      <OnPatrolNow open={open} onOpen={(patrol) => show({ patrol })} />
    </SidePanel>
  )
}

type MemberPanelProps = {
  userId: number
  name: string | undefined
  departmentId: number | undefined
  period: Period
  periodName: string
  onClose: () => void
  onOpen: (patrolId: number) => void
}

function MemberPanel({ userId, name, departmentId, period, periodName, onClose, onOpen }: MemberPanelProps) {
  // A link may lead to someone who is not on the current page of members: then their latest patrol has the name.
  const latest = useQuery({ ...historyQuery(userId, { page: 1, departmentId }), enabled: name === undefined }).data?.items[0]
  const named = useQuery({ ...patrolQuery(latest?.patrolId ?? 0), enabled: latest !== undefined }).data
  const title = name ?? named?.name
  return (
    <SidePanel title={title ? `Patrols of ${title}` : 'Patrols'} focusKey={`member-${userId}`} onClose={onClose}>
      <MemberHistory userId={userId} departmentId={departmentId} period={period} periodName={periodName} onOpen={onOpen} />
    </SidePanel>
  )
}
