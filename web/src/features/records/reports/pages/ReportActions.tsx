import { Button, type ButtonProps } from '@mantine/core'
import { finesSwitch, voidReport, type Report, changeReport, type ReportSummary } from '@tenfour/contract'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { refreshLists, refreshReport, reportQuery } from '../reports.queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { ActionButton } from '../../../../ui/ActionButton.tsx'

export function VoidButton({ report: { reportId, number, version } }: { report: Report }) {
  const [isOpen, setOpen] = useState(false)
  const hasFines = useIsOn(finesSwitch)
  const save = async (reason: string) => {
    try {
      const saved = await call(voidReport, { params: { reportId }, body: { reason, version } })
      queryClient.setQueryData(reportQuery(reportId).queryKey, saved)
    } catch (error) {
      // After a conflict the next try is about the report as it is now.
      refreshReport(reportId).catch(reportError)
      throw error
    }
    notify.success(`${number} is voided`)
    setOpen(false)
    document.getElementById('main')?.focus()
    refreshLists().catch(reportError)
  }
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpen(true)}>
        Void
      </Button>
      {isOpen && (
        <ReasonDialog
          title={`Void ${number}`}
          text={`It stays on record, marked as voided. ${hasFines ? 'Its fine is dropped, its' : 'Its'} jail time and points end. This can’t be undone.`}
          description="The person concerned sees it"
          submitLabel="Void"
          danger
          onSubmit={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type ChangeButtonProps = { report: Pick<ReportSummary, 'reportId' | 'number' | 'state' | 'amendment'>; size?: ButtonProps['size'] }

/** Opens the draft that changes a report; the one that is there, if there is one. */
export function ChangeButton({ report: { reportId, number, state, amendment }, size = 'sm' }: ChangeButtonProps) {
  const navigate = useNavigate()
  const open = async () => {
    try {
      const { draftId } = await call(changeReport, { params: { reportId } })
      await navigate({ to: '/user/reports/drafts/$draftId', params: { draftId: String(draftId) } })
    } catch (error) {
      reportError(error, `${number} was not opened for changes`)
    }
  }
  return (
    <ActionButton size={size} variant="light" action={open}>
      {state === 'final' && amendment === null ? 'Amend' : 'Change'}
      <span className="visually-hidden"> {number}</span>
    </ActionButton>
  )
}
