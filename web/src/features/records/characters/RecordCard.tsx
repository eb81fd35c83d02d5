import type { RecordEvent } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { ownRecordQuery } from './characters.actions.ts'
import { Stack } from '../../../ui/layout.tsx'
import classes from './Characters.module.css'

const PAGE_SIZE = 10

/** The events on a character's record, newest first. */
export function RecordCard({ characterId }: { characterId: number }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(ownRecordQuery(characterId, { page, pageSize: PAGE_SIZE }))
  return (
    <Card title="Record">
      {!data ? (
        isError ? (
          <CardError what="The record" onRetry={refetch} />
        ) : (
          <CardLoading rows={4} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>Nothing on record.</CardNote>
      ) : (
        <Stack as="ol" gap={0}>
          {data.items.map((event) => (
            <Entry key={event.eventId} event={event} />
          ))}
        </Stack>
      )}
      {data && <Pager label="the record" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
    </Card>
  )
}

const Entry = ({ event: { title, text, reason, by, at } }: { event: RecordEvent }) => (
  <li className={classes.entry}>
    <time dateTime={at} title={dateTime(at)}>
      {dateOnly(at)}
    </time>
    <span className={classes.entryText}>
      <strong>{title}</strong> {[text, reason].filter(Boolean).join(': ')}
    </span>
    <span className={classes.by}>{by ? by.identifier || by.name : ''}</span>
  </li>
)
