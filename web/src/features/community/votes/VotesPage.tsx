import { Button, Text } from '@mantine/core'
import { accessSubject, isAllowed, manageDiscord } from '@tenfour/contract'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { setFilter } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { DiscordHeader, useDiscord, useDiscordNews } from '../discord/discord.port.ts'
import { VoteCard } from './VoteCard.tsx'
import { VoteDialog } from './VoteDialog.tsx'
import { votesQuery, votingChannelsQuery, refreshVotes } from './votes.queries.ts'
import classes from './Votes.module.css'

const DEFAULTS = { sortable: [], filterable: ['show'] }
const SHOWN = [
  ['open', 'Open'],
  ['past', 'Past'],
] as const

/** Votes that are held in Discord. */
export function VotesPage() {
  const { data: known } = useDiscord()
  useDiscordNews(refreshVotes, ({ event }) => event === 'votes.changed' && refreshVotes())
  const mayManage = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const now = useNow()
  const [state, setState] = useTableSearch(DEFAULTS)
  const show = state.filters['show'] === 'past' ? 'past' : 'open'
  const { data, error, refetch } = useQuery(votesQuery({ show, page: state.page, pageSize: state.size }))
  return (
    <Stack>
      <DiscordHeader title="Votes" known={known} />
      <Card
        title={
          <Row as="span" gap={6} nowrap>
            {SHOWN.map(([value, words]) => (
              <FilterChip
                key={value}
                isOn={show === value}
                onClick={() => setState(setFilter(state, 'show', value === 'open' ? '' : value))}
              >
                {words}
              </FilterChip>
            ))}
          </Row>
        }
        link={mayManage && <StartButton />}
      >
        {!data ? (
          error ? (
            <PageError error={error} onRetry={refetch} />
          ) : (
            <PageLoading label="Loading the votes" />
          )
        ) : (
          <ul className={classes.list} aria-label={show === 'open' ? 'Open votes' : 'Past votes'} data-votes tabIndex={-1}>
            {data.items.map((vote) => (
              <VoteCard key={vote.voteId} vote={vote} mayManage={mayManage} now={now} />
            ))}
          </ul>
        )}
        {data?.items.length === 0 && (
          <Empty
            icon={<IconChartBar size={28} stroke={1.6} />}
            title={show === 'open' ? 'No open votes' : 'No votes yet'}
            text={
              show === 'open'
                ? 'A vote is posted in a channel of the type Voting. Members with a linked account vote there until its time is over.'
                : 'Results are kept here once a vote has ended.'
            }
          />
        )}
        {data && <Pager label="votes" {...data} page={state.page} onPage={(page) => setState({ ...state, page })} />}
      </Card>
    </Stack>
  )
}

function StartButton() {
  const channels = useQuery(votingChannelsQuery)
  const [isOpen, setOpen] = useState(false)
  if (channels.data?.length === 0) {
    return (
      <Text span c="dimmed" size="sm">
        No channel has the type Voting. <Link to="/discord/list">Give one that type</Link>
      </Text>
    )
  }
  return (
    <>
      <Button
        size="xs"
        aria-disabled={!channels.data || undefined}
        title={channels.isError ? 'The channels for votes could not be loaded. Press to try again.' : undefined}
        onClick={() => (channels.data ? setOpen(true) : void channels.refetch())}
      >
        Start a vote
      </Button>
      {isOpen && channels.data && <VoteDialog channels={channels.data} onClose={() => setOpen(false)} />}
    </>
  )
}
