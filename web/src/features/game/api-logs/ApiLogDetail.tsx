import { Loader } from '@mantine/core'
import type { ApiLog } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dateTime, dayOnly } from '../../../platform/format/dates.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import classes from './api-logs.module.css'
import { requestLogQuery } from './api-logs.queries.ts'
import { Row } from '../../../ui/layout.tsx'

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

/** To the millisecond; with the date if it is not today. */
export function clockWords(at: string, now: Date = new Date()): string {
  const date = new Date(at)
  const time = clock.format(date)
  return date.toDateString() === now.toDateString() ? time : `${dayOnly(date)} ${time}`
}

/** A message that expects no response has no duration. */
export const millisecondsWords = (ms: number): string =>
  ms === 0 ? '–' : ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`

export function bytesWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function ApiLogDetail({ log }: { log: ApiLog }) {
  const { requestId, server, key } = log
  const isMessage = log.method === 'WS'
  return (
    <div className={classes.detail}>
      <dl className={classes.facts}>
        <dt>When</dt>
        <dd>
          {dateTime(log.at)} <span className="muted">({clockWords(log.at)})</span>
        </dd>
        <dt>{isMessage ? 'Message' : 'Call'}</dt>
        <dd className="mono">
          {log.method} {log.path}
        </dd>
        <dt>Answered</dt>
        <dd>
          {log.status}
          {log.durationMs > 0 && ` after ${millisecondsWords(log.durationMs)}`}; {bytesWords(log.bytesIn)} received,{' '}
          {bytesWords(log.bytesOut)} sent
        </dd>
        {log.error !== null && (
          <>
            <dt>Error</dt>
            <dd className={classes.error}>
              {log.error} {log.errorCode && <span className="mono muted">{log.errorCode}</span>}
            </dd>
          </>
        )}
        {server && (
          <>
            <dt>Server</dt>
            <dd>
              {server.name} ·{' '}
              <Link className={classes.link} activeProps={{}} to="/servers/events" search={{ serverId: server.serverId }}>
                only this server
              </Link>
            </dd>
          </>
        )}
        {key && (
          <>
            <dt>Key</dt>
            <dd>
              {key.name} ·{' '}
              <Link className={classes.link} activeProps={{}} to="/servers/events" search={{ keyId: key.keyId }}>
                only this key
              </Link>
            </dd>
          </>
        )}
        <dt>{isMessage ? 'Connection' : 'Request id'}</dt>
        <Row as="dd" gap="6px 12px">
          <span className="mono">{requestId || '–'}</span>
          {requestId && (
            <>
              <CopyButton text={requestId} what="the request id" />
              <Link className={classes.link} activeProps={{}} to="/servers/events" search={{ requestId }}>
                Show everything with this {isMessage ? 'connection' : 'request id'}
              </Link>
            </>
          )}
        </Row>
      </dl>
      {requestId && !isMessage && <RequestLog requestId={requestId} />}
    </div>
  )
}

function RequestLog({ requestId }: { requestId: string }) {
  const { data: lines, isPending, error } = useQuery(requestLogQuery(requestId))
  return (
    <section className={classes.serverLog} aria-label="The portal's log about this request">
      <h3>In the portal's log</h3>
      {isPending && <Loader size="xs" aria-label="Loading the log" />}
      {error && <p className={classes.error}>{errorInfo(error).message}</p>}
      {lines?.length === 0 && (
        <p className="muted">No longer in memory, which holds the last few thousand lines. The log on the server's disk has more.</p>
      )}
      {lines && lines.length > 0 && (
        <ol className={classes.lines}>
          {lines.map(({ at, level, message, detail }) => (
            <li key={`${at} ${message}`} data-level={level}>
              <span className="muted">{clockWords(at)}</span> <strong>{level}</strong> {message}
              {detail && <pre>{detail}</pre>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
