import { Button } from '@mantine/core'
import { voidReport, type Report } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { refreshLists, refreshReport, reportQuery } from './reports.queries.ts'

export function VoidButton({ report: { reportId, number, version } }: { report: Report }) {
  const [isOpen, setOpen] = useState(false)
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
          text="It stays on record, marked as voided. Its fine is dropped, its jail time and points end. This can’t be undone."
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
