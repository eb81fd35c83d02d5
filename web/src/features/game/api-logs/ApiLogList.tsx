import { Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ApiLog, ApiLogRange } from '@tenfour/contract'
import { IconArrowUp, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { isRowClick } from '../../../ui/row-click.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { bytesWords, clockWords, millisecondsWords, ApiLogDetail } from './ApiLogDetail.tsx'
import type { ApiLogsFilter } from './api-logs-filter.ts'
import classes from './api-logs.module.css'
import { apiLogsQuery } from './api-logs.queries.ts'
import { useLiveApiLogs } from './use-live-api-logs.ts'

type ApiLogListProps = { filter: ApiLogsFilter; range: ApiLogRange; isLive: boolean; empty: ReactNode }

export function ApiLogList({ filter, range, isLive, empty }: ApiLogListProps) {
  const query = useInfiniteQuery(apiLogsQuery(filter))
  const [isPointedAt, setPointedAt] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const [top, isAtTop] = useIsVisible()
  const isReading = isPointedAt || !isAtTop || open !== null
  const { waiting, letIn } = useLiveApiLogs({ filter, range, isOn: isLive, isHeld: isReading || query.isPending })
  const logs = query.data?.pages.flatMap(({ items }) => items) ?? []

  const showNew = () => {
    letIn()
    top.current?.scrollIntoView({ block: 'center' })
  }
  return (
    <div onPointerEnter={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      <div ref={top} />
      {isLive && waiting > 0 && !query.isPending && (
        <div className={classes.held}>
          <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={showNew}>
            {waiting > 500 ? 'More than 500' : waiting} new {waiting === 1 ? 'call' : 'calls'}
          </Button>
        </div>
      )}
      {query.isPending ? (
        <PageLoading label="Loading the API logs" />
      ) : !query.data ? (
        <PageError error={query.error} onRetry={query.refetch} />
      ) : logs.length === 0 ? (
        empty
      ) : (
        <>
          <ApiLogTable logs={logs} open={open} onOpen={setOpen} />
          <div className={classes.more}>
            {query.isFetchNextPageError && <span className={classes.error}>Older calls could not be loaded.</span>}
            {query.hasNextPage ? (
              <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Load older
              </Button>
            ) : (
              <span className="muted">Nothing older is kept.</span>
            )}
          </div>
        </>
      )}
    </div>
  )
}

type ApiLogTableProps = { logs: readonly ApiLog[]; open: number | null; onOpen: (apiLogId: number | null) => void }

function ApiLogTable({ logs, open, onOpen }: ApiLogTableProps) {
  const isWide = useIsAtLeast('70em')
  const isMiddle = useIsAtLeast('48em')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Status</th>
          <th scope="col">Call</th>
          {isMiddle && (
            <th scope="col" data-name>
              Server
            </th>
          )}
          {isWide && (
            <th scope="col" data-name>
              Key
            </th>
          )}
          <th scope="col" data-number>
            Took
          </th>
          {isWide && (
            <th scope="col" data-number>
              Size
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => {
          const isOpen = log.apiLogId === open
          const toggle = () => onOpen(isOpen ? null : log.apiLogId)
          return (
            <Fragment key={log.apiLogId}>
              <tr data-open={isOpen || undefined} data-clickable onClick={(event) => isRowClick(event) && toggle()}>
                <td className={classes.time}>
                  <time dateTime={log.at}>{clockWords(log.at)}</time>
                </td>
                <td>
                  <StatusBadge tone={log.status >= 500 ? 'danger' : log.status >= 400 ? 'warning' : 'success'}>{log.status}</StatusBadge>
                </td>
                <td>
                  <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
                    <IconChevronRight className={classes.chevron} size={16} stroke={2} aria-hidden />
                    <span className={classes.method}>{log.method}</span> <span className={classes.path}>{log.path}</span>
                  </UnstyledButton>
                  {log.error !== null && <span className={classes.reason}>{log.error}</span>}
                </td>
                {isMiddle && <td>{log.server?.name ?? <span className="muted">–</span>}</td>}
                {isWide && <td>{log.key?.name ?? <span className="muted">–</span>}</td>}
                <td data-number>{millisecondsWords(log.durationMs)}</td>
                {isWide && <td data-number>{bytesWords(log.bytesIn + log.bytesOut)}</td>}
              </tr>
              {isOpen && (
                <tr className={classes.opened}>
                  <td colSpan={4 + (isMiddle ? 1 : 0) + (isWide ? 2 : 0)}>
                    <ApiLogDetail log={log} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/** Columns are added and removed in the table itself: a cell spanning hidden ones would distort the layout. */
const useIsAtLeast = (width: string): boolean => useMediaQuery(`(min-width: ${width})`, true, { getInitialValueInEffect: false })

function useIsVisible() {
  const ref = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(true)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting ?? true))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, isVisible] as const
}
