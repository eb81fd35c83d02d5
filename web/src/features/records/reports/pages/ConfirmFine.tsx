import { Button } from '@mantine/core'
import { confirmFine, type Fine } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { money } from '../../../../platform/format/text.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { refreshLists, refreshReport } from '../reports.queries.ts'

type ConfirmFineProps = { fine: Fine; number: string; onDecided: () => void }

/** For a fine that its owner reported as paid. The portal refuses who may not confirm it: nobody does for a character of their own. */
export function ConfirmFineButtons({ fine, number, onDecided }: ConfirmFineProps) {
  const [isRefusing, setRefusing] = useState(false)
  const send = async (isPaid: boolean, reason: string) => {
    try {
      await call(confirmFine, { params: { fineId: fine.fineId }, body: { isPaid, reason, version: fine.version } })
    } finally {
      // Someone else may have confirmed it.
      refreshReport(fine.reportId).catch(reportError)
    }
    notify.success(`Fine of ${number}: ${isPaid ? `${money(fine.amount)} paid` : 'not paid'}`)
    onDecided()
    refreshLists().catch(reportError)
  }
  const confirmPaid = () => send(true, '').catch((error: unknown) => reportError(error, `The fine of ${number} was not confirmed`))
  return (
    <Row as="span" gap={6}>
      <ActionButton size="xs" variant="light" action={confirmPaid}>
        Confirm payment<span className="visually-hidden">: {number}</span>
      </ActionButton>
      <Button size="xs" variant="default" onClick={() => setRefusing(true)}>
        Not paid<span className="visually-hidden">: {number}</span>
      </Button>
      {isRefusing && (
        <ReasonDialog
          title={`Fine of ${number}: not paid`}
          description="The person concerned sees it"
          submitLabel="Not paid"
          onSubmit={async (reason) => {
            await send(false, reason)
            setRefusing(false)
          }}
          onClose={() => setRefusing(false)}
        />
      )}
    </Row>
  )
}
