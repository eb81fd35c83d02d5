import { Button } from '@mantine/core'
import { IdParam, type Warrant } from '@tenfour/contract'
import { IconFileOff, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { PageHeader } from '../../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { HistoryCard } from '../read/HistoryCard.tsx'
import { reasonOf, standing, typeWords } from '../warrant.labels.ts'
import { WarrantDocument } from '../document/WarrantDocument.tsx'
import { warrantQuery } from '../warrants.queries.ts'
import { ChangeButton, TakeBackButton } from './OwnActions.tsx'
import { useLiveOwnWarrants } from './own.queries.ts'
import { Columns, Row } from '../../../../ui/layout.tsx'

/** A warrant as its writer follows it. */
export function OwnWarrantPage() {
  const { warrantId: param } = useParams({ from: '/shell/user/warrants/$warrantId' })
  const warrantId = IdParam.parse(param)
  const { data, error, refetch } = useQuery(warrantQuery(warrantId))
  useLiveOwnWarrants()
  if (data) return <WarrantView key={warrantId} warrant={data} />
  return (
    <>
      <h1 className="visually-hidden">Warrant</h1>
      {!error ? (
        <PageLoading label="Loading the warrant" />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <Empty
            icon={<IconFileOff size={28} stroke={1.6} />}
            title="There is no such warrant"
            text="Check the address. This page shows the warrants that you wrote."
            action={<BackButton />}
          />
        </Card>
      ) : (
        <PageError error={error} onRetry={refetch} action={<BackButton />} />
      )}
    </>
  )
}

function WarrantView({ warrant }: { warrant: Warrant }) {
  const now = useNow()
  const { userId } = useSignedInUser()
  const { warrantId, type, number, submittedAt, history, may } = warrant
  const { words, tone } = standing(warrant, userId, now)
  const reason = reasonOf(warrant)
  return (
    <>
      <PageHeader
        title={
          <>
            {typeWords(type)} <span className="mono">{number}</span>
          </>
        }
        subtitle={
          <Row as="span" gap="4px 12px" style={{ marginTop: 6 }}>
            <StatusBadge tone={tone} variant="soft">
              {words}
            </StatusBadge>
            <span>Submitted {dateTime(submittedAt)}</span>
          </Row>
        }
        actions={
          <>
            <span data-own-actions>
              {may.change && <ChangeButton warrant={warrant} />}
              {may.takeBack && <TakeBackButton warrant={warrant} />}
            </span>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/user/warrants/$warrantId/print" params={{ warrantId: String(warrantId) }} {...props} />}
            >
              Print
            </Button>
            <BackButton />
          </>
        }
      />
      {reason && (
        <Banner tone={warrant.state === 'returned' ? 'warning' : 'danger'} title={`${reason.title}:`}>
          {reason.reason}
        </Banner>
      )}
      <Columns of="minmax(0, 1fr) minmax(260px, 340px)" align="start" stackBelow="60em">
        <WarrantDocument warrant={warrant} now={now} />
        {history.length > 0 && <HistoryCard warrant={warrant} now={now} />}
      </Columns>
    </>
  )
}

const BackButton = () => (
  <Button variant="default" renderRoot={(props) => <Link to="/user/warrants" {...props} />}>
    Your warrants
  </Button>
)
