import type { ButtonProps } from '@mantine/core'
import { changeReport, type ReportSummary } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'

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
