import { Text } from '@mantine/core'
import type { WarrantLookup } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../../../ui/Card.tsx'
import { CardLoading } from '../../../../ui/CardStates.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { Pager } from '../../../../ui/Pager.tsx'
import { actorWords } from '../warrant.labels.ts'
import { LOOKUPS_PAGE_SIZE, lookupsQuery } from '../warrants.queries.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './WarrantHistory.module.css'

const VERBS: Readonly<Record<WarrantLookup['kind'], string>> = { search: 'Searched', lookup: 'Looked up', report: 'Read' }

/** The lookups of legal staff for this warrant, for judges. */
export function LookupLogCard({ warrantId, now }: { warrantId: number; now: Date }) {
  const [page, setPage] = useState(1)
  const { data, isError } = useQuery(lookupsQuery(warrantId, page))
  return (
    <Card title="Looked up" aside={data && data.total > 0 ? data.total : undefined}>
      {data ? (
        <>
          {data.items.length === 0 && (
            <Text component="p" size="sm" c="dimmed">
              Nothing was looked up for this warrant.
            </Text>
          )}
          <Stack as="ul" gap={10} className={classes.lookups}>
            {data.items.map(({ lookupId, kind, by, at, query, found }) => (
              <li key={lookupId}>
                <p>
                  {VERBS[kind]} <strong>{kind === 'search' ? query : found.join(', ') || query}</strong>
                </p>
                <Text component="p" size="sm" c="dimmed">
                  {actorWords(by)} · <When at={at} now={now} />
                </Text>
              </li>
            ))}
          </Stack>
          <Pager label="lookups" {...data} page={page} pageSize={LOOKUPS_PAGE_SIZE} onPage={setPage} />
        </>
      ) : isError ? (
        <Text component="p" size="sm" c="dimmed">
          The log could not be loaded.
        </Text>
      ) : (
        <CardLoading rows={2} />
      )}
    </Card>
  )
}
