import { Button, Switch } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty } from '../../../ui/PageStates.tsx'
import { ApiLogFilters } from './ApiLogFilters.tsx'
import { ApiLogList } from './ApiLogList.tsx'
import { apiLogsFilter, isFiltered } from './api-logs-filter.ts'
import type { ApiLogsSearch } from './api-logs-search.ts'
import { rateQuery } from './api-logs.queries.ts'
import { RateCard } from './RateCard.tsx'

export function ApiLogsPage() {
  const search = useSearch({ from: '/shell/servers/events' })
  const navigate = useNavigate()
  const change = (next: ApiLogsSearch) => void navigate({ to: '/servers/events', search: next, resetScroll: false })
  const filter = apiLogsFilter(search)
  const range = search.range ?? 'hour'
  const isLive = search.live !== 'off'
  const { data: rate } = useQuery(rateQuery(range, search.serverId))
  const kept = rate ? ` Kept for ${rate.days} ${rate.days === 1 ? 'day' : 'days'}.` : ''
  const live = (
    <Switch
      label="Follow live"
      checked={isLive}
      onChange={(event) => change({ ...search, live: event.currentTarget.checked ? undefined : 'off' })}
    />
  )
  return (
    <>
      <PageHeader title="API Logs" subtitle={`What game servers and integrations call, newest first.${kept}`} actions={live} />
      <RateCard
        range={range}
        serverId={search.serverId}
        onRange={(next) => change({ ...search, range: next === 'day' ? 'day' : undefined })}
      />
      <ApiLogFilters search={search} onChange={change} />
      <Card flush>
        <ApiLogList
          key={JSON.stringify(filter)}
          filter={filter}
          range={range}
          isLive={isLive}
          empty={
            isFiltered(search) ? (
              <Empty
                icon={<IconSearchOff size={28} stroke={1.6} />}
                title="Nothing matches"
                text="No calls match your filters."
                action={
                  <Button variant="default" onClick={() => change({ live: search.live, range: search.range })}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <Empty title="Nothing has been recorded yet" text="Calls by game servers and integrations appear here." />
            )
          }
        />
      </Card>
    </>
  )
}
