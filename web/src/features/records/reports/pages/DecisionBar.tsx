import { Button } from '@mantine/core'
import { decideReport, type Report } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { Banner } from '../../../../ui/Banner.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { Key } from '../../../../ui/Key.tsx'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { nextInQueue } from './report-list.ts'
import { queueQuery, refreshLists, refreshReport, reportQuery } from '../reports.queries.ts'
import { Row } from '../../../../ui/layout.tsx'
import classes from './ReportPage.module.css'

const QUEUE_SIZE = 25

/** For who may decide. It has the focus when the page opens, and its keys work while it has: A approves, R returns. */
export function DecisionBar({ report, now }: { report: Report; now: Date }) {
  const { reportId, number, departmentId, version, proposed, state } = report
  const { userId } = useSignedInUser()
  const navigate = useNavigate()
  const bar = useRef<HTMLElement>(null)
  const [isReturning, setReturning] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const isBusy = useRef(false)
  const queue = useQuery(queueQuery(departmentId, 1, QUEUE_SIZE))
  const next = nextInQueue(queue.data?.items ?? [], reportId, userId)
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])

  const decide = async (isApproved: boolean, remark: string) => {
    const saved = await call(decideReport, { params: { reportId }, body: { isApproved, remark, version } })
    notify.success(`${number}: ${isApproved ? 'approved' : 'returned'}`)
    queryClient.setQueryData(reportQuery(reportId).queryKey, saved)
    refreshLists().catch(reportError)
    if (next) await navigate({ to: '/user/reports/$reportId', params: { reportId: String(next.reportId) } })
    else await navigate({ to: '/user/reports', search: { tab: 'approve', department: departmentId } })
  }
  /** Someone decided it, or its writer changed it: the page shows how it is now. */
  const showConflict = async (error: unknown): Promise<boolean> => {
    if (!(error instanceof ApiError) || error.code !== 'conflict') return false
    setConflict(true)
    await refreshReport(reportId).catch(reportError)
    return true
  }
  const approve = async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await decide(true, '')
    } catch (error) {
      if (!(await showConflict(error))) reportError(error, `${number} was not approved`)
    } finally {
      isBusy.current = false
    }
  }
  const giveBack = async (remark: string) => {
    try {
      await decide(false, remark)
    } catch (error) {
      await showConflict(error)
      throw error
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isReturning) return
    if (event.key.toLowerCase() === 'a') void approve()
    else if (event.key.toLowerCase() === 'r') setReturning(true)
    else return
    event.preventDefault()
  }
  return (
    <>
      {hasConflict && (
        <Banner tone="warning" title="This report has changed since you opened it." announce>
          You see it as it is now. Check it before you decide.
        </Banner>
      )}
      {/* oxlint-disable-next-line no-noninteractive-element-interactions -- its keys work only while it has the focus */}
      <section ref={bar} className={classes.bar} aria-label="Decision" tabIndex={-1} onKeyDown={onKeyDown}>
        <span className={classes.barText}>
          <strong>{state === 'final' ? 'An amendment awaits your approval' : 'Awaiting your approval'}</strong>
          {proposed && (
            <>
              {' '}
              · submitted <When at={proposed.at} now={now} />
            </>
          )}
          {next && <> · next: {next.number}</>}
        </span>
        <Row as="span">
          <ActionButton action={approve}>
            {next ? 'Approve and next' : 'Approve'}
            <Key>A</Key>
          </ActionButton>
          <Button variant="default" onClick={() => setReturning(true)}>
            Return
            <Key>R</Key>
          </Button>
        </Row>
      </section>
      {isReturning && (
        <ReasonDialog
          title={`Return ${number}`}
          description="What the writer is to change"
          submitLabel="Return"
          onSubmit={giveBack}
          onClose={() => setReturning(false)}
        />
      )}
    </>
  )
}
