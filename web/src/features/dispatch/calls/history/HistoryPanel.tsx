import { ActionIcon, Button } from '@mantine/core'
import { accessSubject, isAllowed, replaySwitch, staff } from '@tenfour/contract'
import { IconChevronLeft, IconChevronRight, IconDownload, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOn } from '../../../../platform/features/features.ts'
import { DateField } from '../../../../ui/DateField.tsx'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useIsPortalAway } from '../../../../platform/realtime/connection.ts'
import { useServers } from '../../../../platform/servers/servers.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { isTablet } from '../../../../platform/tablet/tablet.ts'
import { DebouncedTextInput } from '../../../../ui/DebouncedTextInput.tsx'
import { FilterChip } from '../../../../ui/FilterChip.tsx'
import { PanelHeader } from '../../../../panels/PanelHeader.tsx'
import { useBoard } from '../../board/board.port.ts'
import { useCallTypesById } from '../../cad-values/cad-values.port.ts'
import { PanelColumn, PanelFooter, PanelState } from '../../../../panels/PanelColumn.tsx'
import { Row } from '../../../../ui/layout.tsx'
import classes from './History.module.css'
import { historyQuery, rangeProblem, usualRange, type HistorySearch, type UsualRange } from './history.queries.ts'
import { HistoryTable } from './HistoryTable.tsx'
import { useHistoryNews } from './use-history-news.ts'
import { useHistoryExport } from './history-export.ts'

const USUAL: readonly (readonly [UsualRange, string])[] = [
  ['today', 'Today'],
  ['yesterday', 'Yesterday'],
  ['week', '7 days'],
]

/** The last search, so that closing the panel does not lose it. */
let lastSearch: HistorySearch | undefined
const remember = (search: HistorySearch) => {
  lastSearch = search
}

/** Calls of past days, cleared or not. */
export function HistoryPanel() {
  const serverId = useBoard((state) => state.serverId)
  const types = useCallTypesById()
  const serverName = useServers().data?.find((server) => server.serverId === serverId)?.name ?? `Server ${serverId}`
  const [search, setSearch] = useState<HistorySearch>(() => lastSearch ?? { ...usualRange('today', new Date()), text: '', page: 1 })
  const hasReplay = useIsOn(replaySwitch)
  const user = useSignedInUser()
  const mayReplay = hasReplay && isAllowed(staff, accessSubject(user)) && !isTablet()
  const now = useNow()
  const problem = rangeProblem(search)
  const history = useQuery(historyQuery(serverId, search))
  const isAway = useIsPortalAway()
  const file = useHistoryExport(serverId, serverName, types)

  const changeSearch = (by: Partial<HistorySearch>) => {
    const next = { ...search, page: 1, ...by }
    remember(next)
    setSearch(next)
  }
  const isUsual = (name: UsualRange) => {
    const { from, to } = usualRange(name, now)
    return search.from === from && search.to === to
  }
  const page = problem === null ? history.data : undefined
  const news = useHistoryNews(history.isPlaceholderData ? undefined : page, search)
  return (
    <PanelColumn aria-label="History">
      <PanelHeader
        count={page && `${page.total.toLocaleString('en')}${page.isTotalExact ? '' : '+'}`}
        actions={[
          {
            label: 'Load again',
            icon: <IconRefresh size={14} stroke={2} aria-hidden />,
            isIcon: true,
            onClick: () => void history.refetch(),
          },
          file.count === null
            ? {
                id: 'csv',
                label: 'CSV',
                icon: <IconDownload size={13} stroke={2} aria-hidden />,
                disabled: !page || page.items.length === 0,
                onClick: () => file.start(search),
              }
            : { id: 'csv', label: `Stop at ${file.count.toLocaleString('en')}`, onClick: file.stop },
        ]}
        main={
          news === ''
            ? undefined
            : { label: `${news}: show`, isFilled: true, isLoading: history.isFetching, onClick: () => void history.refetch() }
        }
      />
      <Row gap={6} className={classes.controls}>
        {USUAL.map(([name, label]) => (
          <FilterChip key={name} isOn={isUsual(name)} onClick={() => changeSearch(usualRange(name, new Date()))}>
            {label}
          </FilterChip>
        ))}
        <DateField
          size="xs"
          aria-label="First day"
          className={classes.day}
          max={search.to}
          value={search.from}
          onChange={(event) => changeSearch({ from: event.currentTarget.value })}
        />
        <span className="faint">to</span>
        <DateField
          size="xs"
          aria-label="Last day"
          className={classes.day}
          min={search.from}
          value={search.to}
          onChange={(event) => changeSearch({ to: event.currentTarget.value })}
        />
        <DebouncedTextInput
          label="Filter"
          placeholder="Words, number or unit"
          icon={<IconSearch size={14} aria-hidden />}
          className={classes.text}
          value={search.text}
          onCommit={(text) => changeSearch({ text })}
        />
      </Row>
      {problem !== null ? (
        <PanelState role="alert">{problem}.</PanelState>
      ) : !page && isAway ? (
        <PanelState role="alert">Portal unreachable. Reloads automatically.</PanelState>
      ) : history.isError && !page ? (
        <PanelState role="alert">
          <p>The history could not be loaded. {history.error.message}</p>
          <Button size="xs" onClick={() => void history.refetch()}>
            Try again
          </Button>
        </PanelState>
      ) : (
        <HistoryTable
          calls={page?.items}
          isOld={history.isPlaceholderData}
          hasDays={search.from !== search.to}
          mayReplay={mayReplay}
          empty={emptyWords(search)}
        />
      )}
      {page && page.total > page.pageSize && (
        <PanelFooter justify="end" gap={6} className="muted tiny" style={{ padding: '4px 12px' }}>
          <span>
            {(page.page - 1) * page.pageSize + 1}–{(page.page - 1) * page.pageSize + page.items.length} of {page.total.toLocaleString('en')}
            {!page.isTotalExact && '+'}
          </span>
          <ActionIcon
            variant="default"
            size={24}
            aria-label="Newer"
            disabled={search.page === 1}
            onClick={() => changeSearch({ page: search.page - 1 })}
          >
            <IconChevronLeft size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={24}
            aria-label="Older"
            disabled={page.items.length < page.pageSize}
            onClick={() => changeSearch({ page: search.page + 1 })}
          >
            <IconChevronRight size={14} aria-hidden />
          </ActionIcon>
        </PanelFooter>
      )}
    </PanelColumn>
  )
}

function emptyWords({ text, from, to }: HistorySearch): string {
  if (text) return `No calls match “${text}”.`
  return from === to ? 'No calls on this day.' : 'No calls on these days.'
}
