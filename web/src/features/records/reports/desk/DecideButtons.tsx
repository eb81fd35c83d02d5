import { Button } from '@mantine/core'
import { decideReport, type ReportSummary } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { reportQuery } from '../reports.queries.ts'
import { Row } from '../../../../ui/layout.tsx'

type DecideButtonsProps = { report: ReportSummary; onDecided: () => void }

/** Approves a report, or returns it to its writer with a remark. */
export function DecideButtons({ report, onDecided }: DecideButtonsProps) {
  const { reportId, number, version } = report
  const [isReturning, setIsReturning] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const decide = async (isApproved: boolean, remark: string) => {
    const decided = await call(decideReport, { params: { reportId }, body: { isApproved, remark, version } })
    queryClient.setQueryData(reportQuery(reportId).queryKey, decided)
    notify.success(isApproved ? `${number} approved` : `${number} returned`)
    onDecided()
  }
  const approve = async () => {
    setIsBusy(true)
    try {
      await decide(true, '')
    } catch (error) {
      reportError(error, `${number} was not approved`)
      setIsBusy(false)
    }
  }
  return (
    <Row as="span" gap={6} style={{ marginBottom: 8 }}>
      <Button size="compact-xs" mih={24} loading={isBusy} aria-label={`Approve ${number}`} onClick={() => void approve()}>
        Approve
      </Button>
      <Button
        size="compact-xs"
        mih={24}
        variant="default"
        disabled={isBusy}
        aria-label={`Return ${number}`}
        onClick={() => setIsReturning(true)}
      >
        Return…
      </Button>
      {isReturning && (
        <ReasonDialog
          title={`Return ${number}?`}
          text={[report.writer.name, report.about].filter(Boolean).join(' · ')}
          description="What the writer is to change"
          submitLabel="Return"
          onSubmit={async (remark) => {
            await decide(false, remark)
            setIsReturning(false)
          }}
          onClose={() => setIsReturning(false)}
        />
      )}
    </Row>
  )
}
