import { Text } from '@mantine/core'
import { ownersSeeLookups } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOn } from '../../../platform/features/features.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardNote } from '../../../ui/CardStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { ownLookupsQuery } from './characters.actions.ts'
import { Stack, Row } from '../../../ui/layout.tsx'

const PAGE_SIZE = 10

/** Which units looked a character up; nothing where the community does not show it. */
export function LookupsCard({ characterId }: { characterId: number }) {
  return useIsOn(ownersSeeLookups) ? <Lookups characterId={characterId} /> : null
}

function Lookups({ characterId }: { characterId: number }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(ownLookupsQuery(characterId, { page, pageSize: PAGE_SIZE }))
  if (!data && !isError) return null
  return (
    <Card title="Looked up by">
      {!data ? (
        <CardError what="Who looked this character up" onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <CardNote>No unit has looked this character up.</CardNote>
      ) : (
        <Stack as="ul" gap={6}>
          {data.items.map(({ lookupId, identifier, department, at }) => (
            <Row as="li" key={lookupId} gap="0 12px" justify="space-between">
              <span>
                <span className="mono">{identifier}</span> {department}
              </span>
              <Text component="time" size="sm" c="dimmed" dateTime={at}>
                {dateTime(at)}
              </Text>
            </Row>
          ))}
        </Stack>
      )}
      {data && <Pager label="the lookups" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
    </Card>
  )
}
