import { Button } from '@mantine/core'
import { accessSubject, GrantList, isAllowed, manageDiscord } from '@tenfour/contract'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { FilterChips, filtersOf } from '../../../ui/FilterChips.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { setFilter } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { DiscordHeader, useDiscord, useDiscordNews } from '../discord/discord.port.ts'
import { GivePassDialog } from './GivePassDialog.tsx'
import { GrantEntries } from './GrantRow.tsx'
import { grantsQuery, refreshGrants } from './grants.queries.ts'

const DEFAULTS = { sortable: [], filterable: ['show'] }
const LISTS = [
  ['active', 'Active'],
  ['waiting', 'Waiting'],
  ['past', 'Past'],
] as const
const EMPTY: Readonly<Record<GrantList, { title: string; text: string }>> = {
  active: { title: 'Nobody has a ride-along or pass', text: 'When their time is over, whitelist and Discord roles go with them.' },
  waiting: {
    title: 'No requests are waiting',
    text: 'Members ask on the portal, with /ridealong or /pass, or in channels of the types Ridealong and TempPass.',
  },
  past: { title: 'None yet', text: 'What has ended or was declined is kept here.' },
}

/** All ride-alongs and passes, for staff. */
export function GrantsPage() {
  const { data: known } = useDiscord()
  useDiscordNews(refreshGrants, ({ event }) => event === 'grants.changed' && refreshGrants())
  const now = useNow()
  const mayGive = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const [isGiving, setGiving] = useState(false)
  const [state, setState] = useTableSearch(DEFAULTS)
  const list = GrantList.catch('active').parse(state.filters['show'])
  const { data, error, refetch } = useQuery(grantsQuery(list, state.page, state.size))
  return (
    <Stack>
      <DiscordHeader title="Ride-alongs and passes" known={known} />
      <Card
        title={
          <Row as="span" gap={6} nowrap>
            <FilterChips filters={filtersOf(LISTS, list, (value) => setState(setFilter(state, 'show', value === 'active' ? '' : value)))} />
          </Row>
        }
        link={
          mayGive && (
            <Button size="xs" onClick={() => setGiving(true)}>
              Give a pass
            </Button>
          )
        }
      >
        {!data ? (
          error ? (
            <PageError error={error} onRetry={refetch} />
          ) : (
            <PageLoading label="Loading ride-alongs and passes" />
          )
        ) : (
          <GrantEntries label={LISTS.find(([each]) => each === list)?.[1] ?? ''} grants={data.items} now={now} linksMember />
        )}
        {data?.items.length === 0 && <Empty icon={<IconTicket size={28} stroke={1.6} />} {...EMPTY[list]} />}
        {data && <Pager label="ride-alongs and passes" {...data} page={state.page} onPage={(page) => setState({ ...state, page })} />}
      </Card>
      {isGiving && <GivePassDialog onClose={() => setGiving(false)} />}
    </Stack>
  )
}
