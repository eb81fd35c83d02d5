import { SegmentedControl } from '@mantine/core'
import { FormerMemberFilter } from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { EntryList } from '../../../ui/EntryList.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { changeTable, isFiltered, pageCount, setFilter, type TableDefaults } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import type { Changes } from './departures.changes.ts'
import { FormerMemberRow } from './FormerMemberRow.tsx'
import { formerMembersQuery, PAGE_SIZE, useLiveFormerMembers, type Shown } from './former-members.queries.ts'

const SHOWN: Readonly<Record<Shown, string>> = { all: 'All', left: 'Left', 'let-go': 'Let go', barred: 'May not return' }
const Show = FormerMemberFilter.shape.show
const DEFAULTS: TableDefaults = { sortable: [], filterable: ['show'] }
const LONGEST_SEARCH = 100

/** Members who left or were let go, for staff who reinstate them and decide who may not return. */
export function FormerMembersPage({ changes }: { changes: Changes }) {
  useLiveFormerMembers()
  const [state, setState] = useTableSearch(DEFAULTS)
  const show = Show.catch('all').parse(state.filters['show'])
  const { data, isError, refetch } = useQuery(formerMembersQuery(show, state.q.trim().slice(0, LONGEST_SEARCH), state.page))
  const isPast = data !== undefined && data.page === state.page && data.items.length === 0 && state.page > 1
  const lastPage = isPast ? Math.min(state.page - 1, pageCount(data.total, PAGE_SIZE)) : null
  // The last member of the last page was reinstated.
  useEffect(() => {
    if (lastPage !== null) setState({ ...state, page: lastPage })
  }, [lastPage, state, setState])
  return (
    <>
      <PageHeader title="Former members" subtitle="Members who left, were let go or may not return, the latest first." />
      <Stack>
        <Columns of="minmax(0, 340px) max-content" gap={12} align="center" stackBelow="48em">
          <DebouncedTextInput
            label="Search"
            placeholder="Name, email address or reason"
            icon={<IconSearch size={16} aria-hidden />}
            value={state.q}
            onCommit={(q) => setState(changeTable(state, { q }))}
          />
          <SegmentedControl
            aria-label="Which former members"
            value={show}
            data={Show.unwrap().options.map((value) => ({ value, label: SHOWN[value] }))}
            onChange={(next) => setState(setFilter(state, 'show', next === 'all' ? '' : next))}
          />
        </Columns>
        <Card title={SHOWN[show]} aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}>
          {!data ? (
            isError ? (
              <CardError what="The former members" onRetry={refetch} />
            ) : (
              <CardLoading rows={5} />
            )
          ) : data.items.length === 0 ? (
            <CardNote>{isFiltered(state) ? 'Nobody matches. Search for less, or choose All.' : 'Nobody has left yet.'}</CardNote>
          ) : (
            <EntryList label="Former members">
              {data.items.map((member) => (
                <FormerMemberRow key={member.userId} member={member} goesWhenLifted={show === 'barred'} changes={changes} />
              ))}
            </EntryList>
          )}
          {data && (
            <Pager
              label="Former members"
              {...data}
              page={state.page}
              pageSize={PAGE_SIZE}
              onPage={(page) => setState({ ...state, page })}
            />
          )}
        </Card>
      </Stack>
    </>
  )
}
