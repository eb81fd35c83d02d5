import { Button, NativeSelect } from '@mantine/core'
import { ApiLogMethod, ApiLogOutcome } from '@tenfour/contract'
import { IconFilterOff, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useServers } from '../../../platform/servers/servers.ts'
import { DayRange } from '../../../ui/DayRange.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { isFiltered, keyChoices } from './api-logs-filter.ts'
import type { ApiLogsSearch } from './api-logs-search.ts'
import classes from './api-logs.module.css'
import { keysQuery } from './api-logs.queries.ts'
import { Row } from '../../../ui/layout.tsx'

const OUTCOMES: Record<ApiLogOutcome, string> = {
  ok: 'OK (below 400)',
  errors: 'All errors',
  refused: 'Refused (4xx)',
  failed: 'Failed (5xx)',
}
const parsed = <T,>(schema: { safeParse: (value: string) => { data?: T | undefined } }, value: string): T | undefined =>
  schema.safeParse(value).data

type ApiLogFiltersProps = { search: ApiLogsSearch; onChange: (search: ApiLogsSearch) => void }

export function ApiLogFilters({ search, onChange }: ApiLogFiltersProps) {
  const { data: servers = [] } = useServers()
  const { data: keys = [] } = useQuery(keysQuery)
  const set = (part: ApiLogsSearch) => onChange({ ...search, ...part })
  const isKnown = search.serverId === undefined || servers.some(({ serverId }) => serverId === search.serverId)
  return (
    <Row as="search" gap="8px 12px" align="end" aria-label="Filter the API logs">
      <DebouncedTextInput
        className={classes.find}
        label="Find in path or error"
        value={search.text ?? ''}
        icon={<IconSearch size={16} aria-hidden />}
        onCommit={(text) => set({ text: text.slice(0, 100) || undefined })}
      />
      <NativeSelect
        className={classes.filter}
        label="Server"
        value={search.serverId ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...(isKnown ? [] : [{ value: String(search.serverId), label: `Server ${search.serverId}` }]),
          ...servers.map(({ serverId, name }) => ({ value: String(serverId), label: name })),
        ]}
        onChange={(event) => set({ serverId: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        className={classes.filter}
        label="Key"
        value={search.keyId ?? ''}
        data={[{ value: '', label: 'Any' }, ...keyChoices(keys, search)]}
        onChange={(event) => set({ keyId: Number(event.currentTarget.value) || undefined })}
      />
      <NativeSelect
        className={classes.filter}
        label="Method"
        value={search.method ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...ApiLogMethod.options.map((value) => ({ value, label: value === 'WS' ? 'WS (messages)' : value })),
        ]}
        onChange={(event) => set({ method: parsed(ApiLogMethod, event.currentTarget.value) })}
      />
      <NativeSelect
        className={classes.filter}
        label="Outcome"
        value={search.outcome ?? ''}
        data={[{ value: '', label: 'Any' }, ...Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => set({ outcome: parsed(ApiLogOutcome, event.currentTarget.value) })}
      />
      <DayRange className={classes.day} value={search} onChange={set} />
      {search.requestId !== undefined && (
        <Chosen label={`Only request ${search.requestId.slice(0, 8)}…`} onRemove={() => set({ requestId: undefined })} />
      )}
      {isFiltered(search) && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => onChange({ live: search.live, range: search.range })}
        >
          Clear filters
        </Button>
      )}
    </Row>
  )
}

function Chosen({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={onRemove}>
      {label}
      <span className="visually-hidden">: show others too</span>
    </Button>
  )
}
