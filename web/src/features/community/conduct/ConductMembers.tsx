import type { ConductFilter } from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import entry from '../../../ui/EntryList.module.css'
import { FilterChips, filtersOf } from '../../../ui/FilterChips.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { conductMembersQuery } from './conduct.queries.ts'
import classes from './Conduct.module.css'

const SHOWN = [
  ['no', 'Not accepted'],
  ['yes', 'Accepted'],
  ['all', 'Everyone'],
] as const
const START: ConductFilter = { accepted: 'no', page: 1, pageSize: 25 }

/** Who has accepted the current version. */
export function ConductMembers({ number }: { number: number }) {
  const [filter, setFilter] = useState(START)
  const { data, isError, refetch } = useQuery(conductMembersQuery(filter))
  return (
    <Card
      title={`Version ${number}`}
      aside={data && `${data.total.toLocaleString('en')}${data.isTotalExact ? '' : '+'}`}
      link={<FilterChips filters={filtersOf(SHOWN, filter.accepted, (accepted) => setFilter({ ...filter, accepted, page: 1 }))} />}
    >
      <div className={classes.tools}>
        <DebouncedTextInput
          className={classes.search ?? ''}
          label="Search members"
          icon={<IconSearch size={15} aria-hidden />}
          value={filter.q ?? ''}
          onCommit={(q) => setFilter({ ...START, accepted: filter.accepted, ...(q.trim() !== '' && { q: q.trim().slice(0, 100) }) })}
        />
      </div>
      {!data ? (
        isError ? (
          <CardError what="The members" onRetry={refetch} />
        ) : (
          <CardLoading rows={5} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>
          {filter.q ? 'No member has this name.' : filter.accepted === 'no' ? 'Everyone has accepted it.' : 'Nobody has accepted it yet.'}
        </CardNote>
      ) : (
        <ul className={entry.list} aria-label="Members">
          {data.items.map(({ userId, name, acceptedAt, isLinked }) => (
            <li key={userId} className={entry.row}>
              <div className={entry.what}>
                <Link to="/staff/members/$userId" params={{ userId: String(userId) }}>
                  {name}
                </Link>
                {!isLinked && <span className="muted"> · not linked to Discord</span>}
              </div>
              {acceptedAt === null ? (
                <StatusBadge tone="off">Not accepted</StatusBadge>
              ) : (
                <StatusBadge tone="success">Accepted {dateTime(acceptedAt)}</StatusBadge>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && <Pager label="members" {...data} page={filter.page} onPage={(page) => setFilter({ ...filter, page })} />}
    </Card>
  )
}
