import type { LicenceApplication, PageOf } from '@tenfour/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { dateOnly } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { When } from '../../../ui/Facts.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { claimSubject } from '../claims/claim.labels.port.ts'
import { recordWords } from './approval.labels.ts'
import {
  applicationsQuery,
  claimsQuery,
  decideApplication,
  decideOnClaim,
  decideOnRecord,
  PAGE_SIZE,
  recordsQuery,
} from './approvals.queries.ts'
import { DecisionRow } from './DecisionRow.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { EntryList } from '../../../ui/EntryList.tsx'
import classes from './Approvals.module.css'

/** Licence applications and claims, for supervisors to decide. */
export function ApprovalsPage() {
  return (
    <>
      <PageHeader title="Approvals" subtitle="Licences, vehicles, weapons and claims that wait for a decision, oldest first." />
      <Stack>
        <Applications />
        <Registrations />
        <Claims />
      </Stack>
    </>
  )
}

function Applications() {
  const now = useNow()
  const [page, setPage] = useState(1)
  const applications = useQuery(applicationsQuery(page))
  return (
    <Waiting title="Licence applications" empty="No licence applications are waiting." list={applications} page={page} onPage={setPage}>
      {applications.data?.items.map((application) => {
        const { licenceId, typeName, name, bornOn, member, appliedAt } = application
        return (
          <DecisionRow
            key={licenceId}
            title={`${typeName} for ${name}`}
            member={member}
            onDecide={(decision) => decideApplication(application, decision)}
          >
            {bornOn && <>Born {dateOnly(bornOn)} · </>}
            {member.name} applied <When at={appliedAt} now={now} />
            <OnRecord name={name} record={application.record} />
          </DecisionRow>
        )
      })}
    </Waiting>
  )
}

function Registrations() {
  const now = useNow()
  const [page, setPage] = useState(1)
  const registrations = useQuery(recordsQuery(page))
  return (
    <Waiting title="Vehicles and weapons" empty="No vehicles or weapons are waiting." list={registrations} page={page} onPage={setPage}>
      {registrations.data?.items.map((registration) => {
        const { of, id, label, model, colour, vin, name, bornOn, member, askedAt, record } = registration
        return (
          <DecisionRow
            key={`${of} ${id}`}
            title={`${[colour, model].filter(Boolean).join(' ')}, ${label}, for ${name}`}
            member={member}
            onDecide={(decision) => decideOnRecord(registration, decision)}
          >
            {of === 'vehicle' ? 'Vehicle' : 'Weapon'} · {vin && <>VIN {vin} · </>}
            {bornOn && <>owner born {dateOnly(bornOn)} · </>}
            {member.name} registered it <When at={askedAt} now={now} />
            <OnRecord name={name} record={record} />
          </DecisionRow>
        )
      })}
    </Waiting>
  )
}

/** '2 arrests, 1 active warrant', with a link to the reports. */
function OnRecord({ name, record }: Pick<LicenceApplication, 'name' | 'record'>) {
  const words = recordWords(record)
  const hasReports = record.arrests + record.citations + record.warnings > 0
  return (
    <span className={classes.said}>
      {words === '' ? <span className="muted">Nothing on record</span> : <strong>{words}</strong>}
      {hasReports && (
        <>
          {' · '}
          <Link to="/user/reports" search={{ tab: 'all', q: name }}>
            Reports about {name}
          </Link>
        </>
      )}
    </span>
  )
}

function Claims() {
  const now = useNow()
  const [page, setPage] = useState(1)
  const claims = useQuery(claimsQuery(page))
  return (
    <Waiting title="Claims" empty="No claims are waiting." list={claims} page={page} onPage={setPage}>
      {claims.data?.items.map((claim) => (
        <DecisionRow
          key={claim.claimId}
          title={`${claimSubject(claim)} to ${claim.characterName}`}
          member={claim.member}
          onDecide={(decision) => decideOnClaim(claim, decision)}
        >
          {claim.member.name} claimed it <When at={claim.createdAt} now={now} />
          {claim.text && <span className={classes.said}>{claim.text}</span>}
        </DecisionRow>
      ))}
    </Waiting>
  )
}

type WaitingProps = {
  title: string
  empty: string
  list: UseQueryResult<PageOf<unknown>>
  page: number
  onPage: (page: number) => void
  children: ReactNode
}

function Waiting({ title, empty, list: { data, isError, refetch }, page, onPage, children }: WaitingProps) {
  const isPast = data !== undefined && data.items.length === 0 && page > 1
  // The last one of the last page was decided.
  useEffect(() => {
    if (isPast) onPage(page - 1)
  }, [isPast, page, onPage])
  return (
    <Card title={title} aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}>
      {!data ? (
        isError ? (
          <CardError what={title} onRetry={refetch} />
        ) : (
          <CardLoading rows={4} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>{empty}</CardNote>
      ) : (
        <EntryList label={title}>{children}</EntryList>
      )}
      {data && <Pager label={title} {...data} page={page} pageSize={PAGE_SIZE} onPage={onPage} />}
    </Card>
  )
}
