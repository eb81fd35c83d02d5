import { Text } from '@mantine/core'
import { finesSwitch, listReportsAboutOwn, type Licence, type OwnFine, type OwnReport, type PageQuery } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { CopyLink, FineList } from './FineList.tsx'
import { chargeWords, isJailed, reportOutcome, reportTitle, unpaidWords } from './fine.labels.port.ts'
import { Stack } from '../../../ui/layout.tsx'
import { OWN_RECORDS_KEY } from '../own-records/own-records.port.ts'
import { Line } from '../../../ui/EntryList.tsx'
import classes from './Fines.module.css'

const PAGE_SIZE = 5

type FinesCardProps = { characterId: number; fines: readonly OwnFine[]; licences: readonly Licence[]; now: Date }

/** Reports about the member's own character, and fines to pay. */
export function FinesCard({ characterId, fines, licences, now }: FinesCardProps) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(aboutOwnQuery(characterId, { page, pageSize: PAGE_SIZE }))
  const hasFines = useIsOn(finesSwitch)
  const unpaid = unpaidWords(fines)
  const points = licences.find(({ type }) => type === 'DRIVERS')?.points ?? 0
  return (
    <Card title={hasFines ? 'Fines and reports' : 'Reports'} aside={unpaid || undefined}>
      <Stack gap={12} className={classes.card}>
        {fines.length > 0 && <FineList fines={fines} />}
        {points > 0 && (
          <Text component="p" size="sm" c="dimmed">
            {points === 1 ? '1 point' : `${points} points`} on the driving licence. Too many points suspend it; they lapse after a time.
          </Text>
        )}
        {!data ? (
          isError ? (
            <CardError what="Reports" onRetry={refetch} />
          ) : (
            <CardLoading rows={3} />
          )
        ) : data.items.length === 0 ? (
          <CardNote>No warnings, citations or arrests.</CardNote>
        ) : (
          <section aria-label="Reports">
            {fines.length > 0 && (
              <Text component="h3" size="sm" c="dimmed" fw={600} mt={4} mb={2}>
                Reports
              </Text>
            )}
            <Stack as="ol" gap={0}>
              {data.items.map((report) => (
                <ReportRow key={report.reportId} report={report} now={now} />
              ))}
            </Stack>
          </section>
        )}
        {data && <Pager label="reports" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
      </Stack>
    </Card>
  )
}

function ReportRow({ report, now }: { report: OwnReport; now: Date }) {
  const { characterId, reportId, number, state, charges, finalAt, department, officer, jail } = report
  return (
    <Line className={classes.report} data-voided={state === 'voided' || undefined}>
      <time dateTime={finalAt} title={dateTime(finalAt)}>
        {dateOnly(finalAt)}
      </time>
      <Stack as="span" gap={0} className={classes.what}>
        <span className={classes.about}>
          <strong>{reportTitle(report)}</strong> {chargeWords(charges)}
        </span>
        <span className={classes.detail}>
          {[reportOutcome(report, now), [officer, department].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
        </span>
      </Stack>
      <span>
        {isJailed(jail, now) && (
          <StatusBadge tone="custody" variant="soft">
            In jail
          </StatusBadge>
        )}
        {state === 'voided' && (
          <StatusBadge tone="off" variant="soft">
            Voided
          </StatusBadge>
        )}
      </span>
      <CopyLink characterId={characterId} reportId={reportId} number={number} />
    </Line>
  )
}

/** Under the key of the member's records: a report that becomes final changes them, and the list with them. */
const aboutOwnQuery = (characterId: number, query: PageQuery) =>
  queryOptions({
    queryKey: [...OWN_RECORDS_KEY, 'reports', characterId, query],
    queryFn: ({ signal }) => call(listReportsAboutOwn, { params: { characterId }, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    meta: { handled: true },
  })
