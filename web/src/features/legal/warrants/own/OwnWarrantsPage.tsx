import { accessSubject, isAllowed, legalStaff, type WarrantSummary } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { dateTime, dayTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import type { Column } from '../../../../ui/table-columns.ts'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { useOwnWarrants } from '../drafts/own-warrants.ts'
import { SHORT_TYPES, standing, typeWords } from '../warrant.labels.ts'
import { ChangeButton } from './OwnActions.tsx'
import { OWN_TABLE, ownFilter, STATE_FILTER, ownWarrantsQuery, useLiveOwnWarrants } from './own.queries.ts'
import { OwnDocuments } from '../../../records/reports/drafts/OwnDocuments.port.tsx'
import { Entry, ENTRY_LINK } from '../../../../ui/EntryList.tsx'
import { Stack } from '../../../../ui/layout.tsx'

/** A member's drafts, what was returned to them, and every warrant they wrote. */
export function OwnWarrantsPage() {
  const user = useSignedInUser()
  const { userId } = user
  const isLegal = isAllowed(legalStaff, accessSubject(user))
  const known = useOwnWarrants(userId)
  const now = useNow()
  useLiveOwnWarrants()
  return (
    <>
      <PageHeader
        title="Your warrants"
        subtitle={`Warrants you wrote. Draft new ones ${isLegal ? 'under Manage Warrants' : 'on duty, in the CAD'}.`}
      />
      <Stack>
        <OwnDocuments
          drafts={known?.drafts}
          returned={known?.own.filter(({ state }) => state === 'returned') ?? []}
          isChangeOf={({ changes }, { warrantId }) => changes?.warrantId === warrantId}
          titleOf={({ type, subjectName }) => `${typeWords(type)}${subjectName ? ` for ${subjectName}` : ''}`}
          renderDraftLink={({ draftId }, props) => (
            <Link to="/user/warrants/drafts/$draftId" params={{ draftId: String(draftId) }} {...props} />
          )}
          renderReturned={(warrant) => <ReturnedRow key={warrant.warrantId} warrant={warrant} now={now} />}
        />
        <WarrantTable userId={userId} now={now} />
      </Stack>
    </>
  )
}

function ReturnedRow({ warrant, now }: { warrant: WarrantSummary; now: Date }) {
  const { type, subject, about, since } = warrant
  return (
    <Entry
      titleAs="h3"
      title={
        <>
          <NumberLink {...warrant} /> {typeWords(type)} for {subject.name}
        </>
      }
      detail={
        <>
          {about && `${about} · `}returned <When at={since} now={now} />
        </>
      }
    >
      <ChangeButton size="xs" warrant={warrant} />
    </Entry>
  )
}

const NumberLink = ({ warrantId, number }: Pick<WarrantSummary, 'warrantId' | 'number'>) => (
  <Link to="/user/warrants/$warrantId" params={{ warrantId: String(warrantId) }} className={`mono ${ENTRY_LINK}`}>
    {number}
  </Link>
)

const Cell = ({ children }: { children: string }) => (
  <span className="truncated" title={children}>
    {children}
  </span>
)

const columnsFor = (userId: number, now: Date): readonly Column<WarrantSummary>[] => [
  { id: 'number', header: 'Number', width: 122, cell: (warrant) => <NumberLink {...warrant} /> },
  { id: 'type', header: 'Type', width: 84, value: ({ type }) => SHORT_TYPES[type] },
  { id: 'subject', header: 'Subject', width: 170, cell: ({ subject }) => <Cell>{subject.name}</Cell> },
  { id: 'about', header: 'About', cell: ({ about }) => <Cell>{about}</Cell> },
  {
    id: 'state',
    header: 'State',
    width: 204,
    cell: (warrant) => {
      const { words, tone } = standing(warrant, userId, now)
      return <StatusBadge tone={tone}>{words}</StatusBadge>
    },
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: 124,
    cell: ({ submittedAt }) => <span title={dateTime(submittedAt)}>{dayTime(submittedAt)}</span>,
  },
]

function WarrantTable({ userId, now }: { userId: number; now: Date }) {
  const navigate = useNavigate()
  const [state, setState] = useTableSearch(OWN_TABLE)
  const warrants = useQuery(ownWarrantsQuery(ownFilter(state)))
  return (
    <DataTable
      label="Warrants you wrote"
      noun="warrants"
      searchLabel="Search number or name"
      columns={columnsFor(userId, now)}
      rows={warrants.data?.items}
      total={warrants.data?.total ?? 0}
      isTotalExact={warrants.data?.isTotalExact ?? true}
      rowKey={({ warrantId }) => warrantId}
      onRowClick={({ warrantId }) => void navigate({ to: '/user/warrants/$warrantId', params: { warrantId: String(warrantId) } })}
      state={state}
      onStateChange={setState}
      filters={[STATE_FILTER]}
      loading={warrants.isFetching && (warrants.isPending || warrants.isPlaceholderData)}
      error={warrants.error}
      onRetry={warrants.refetch}
      empty={{ title: 'No warrants yet', text: 'What you submit for review is listed here.' }}
    />
  )
}
