import { accessSubject, isAllowed, legalStaff, type WarrantDraftSummary, type WarrantSummary } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { dateTime, dayTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import type { Column } from '../../../../ui/table-columns.ts'
import { useTableSearch } from '../../../../ui/use-table-search.ts'
import { DraftEntry } from '../../../records/reports/drafts/DraftEntry.port.tsx'
import { useOwnWarrants } from '../drafts/own-warrants.port.ts'
import { SHORT_TYPES, standing, typeWords } from '../warrant-view.port.ts'
import { ChangeButton } from './OwnActions.tsx'
import classes from './OwnWarrants.module.css'
import { OWN_TABLE, ownFilter, STATE_FILTER } from './own-list.ts'
import { ownWarrantsQuery, useLiveOwnWarrants } from './own.queries.ts'

/** A member's drafts, what was returned to them, and every warrant they wrote. */
export function OwnWarrantsPage() {
  const user = useSignedInUser()
  const { userId } = user
  const isLegal = isAllowed(legalStaff, accessSubject(user))
  const known = useOwnWarrants(userId)
  const now = useNow()
  useLiveOwnWarrants()
  const returned = known?.own.filter(({ state }) => state === 'returned') ?? []
  // A draft that changes a returned warrant is listed with that warrant.
  const drafts = known?.drafts.filter(({ changes }) => !returned.some(({ warrantId }) => warrantId === changes?.warrantId)) ?? []
  return (
    <>
      <PageHeader
        title="Your warrants"
        subtitle={`Warrants you wrote. Draft new ones ${isLegal ? 'under Manage Warrants' : 'on duty, in the CAD'}.`}
      />
      <div className={classes.stack}>
        {drafts.length > 0 && (
          <Card title="Drafts" aside={drafts.length}>
            <ul className={classes.list} aria-label="Drafts">
              {drafts.map((draft) => (
                <DraftRow key={draft.draftId} draft={draft} now={now} />
              ))}
            </ul>
          </Card>
        )}
        {returned.length > 0 && (
          <Card title="Returned to you" aside={returned.length}>
            <ul className={classes.list} aria-label="Returned to you">
              {returned.map((warrant) => (
                <ReturnedRow key={warrant.warrantId} warrant={warrant} now={now} />
              ))}
            </ul>
          </Card>
        )}
        <WarrantTable userId={userId} now={now} />
      </div>
    </>
  )
}

function DraftRow({ draft, now }: { draft: WarrantDraftSummary; now: Date }) {
  const { draftId, type, subjectName } = draft
  return (
    <DraftEntry
      title={`${typeWords(type)}${subjectName ? ` for ${subjectName}` : ''}`}
      draft={draft}
      now={now}
      renderLink={(props) => <Link to="/user/warrants/drafts/$draftId" params={{ draftId: String(draftId) }} {...props} />}
    />
  )
}

function ReturnedRow({ warrant, now }: { warrant: WarrantSummary; now: Date }) {
  const { type, subject, about, since } = warrant
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <h3 className={classes.title}>
          <NumberLink {...warrant} /> {typeWords(type)} for {subject.name}
        </h3>
        <p className={classes.detail}>
          {about && `${about} · `}returned <When at={since} now={now} />
        </p>
      </div>
      <ChangeButton size="xs" warrant={warrant} />
    </li>
  )
}

const NumberLink = ({ warrantId, number }: Pick<WarrantSummary, 'warrantId' | 'number'>) => (
  <Link to="/user/warrants/$warrantId" params={{ warrantId: String(warrantId) }} className={`mono ${classes.number}`}>
    {number}
  </Link>
)

const Cell = ({ children }: { children: string }) => (
  <span className={classes.cell} title={children}>
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
