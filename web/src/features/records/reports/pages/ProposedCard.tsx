import type { Field, Report } from '@tenfour/contract'
import { Card } from '../../../../ui/Card.tsx'
import { proposedComparison } from '../view/report-view.port.ts'
import { Comparison } from './Comparison.tsx'
import classes from './ReportPage.module.css'

/** What the version that waits would change. Nothing for a first one. */
export function ProposedCard({ report, fields }: { report: Report; fields: readonly Field[] }) {
  const compared = proposedComparison(report)
  if (!compared) return null
  const { reportId, kind, state, proposed } = report
  return (
    <Card title={state === 'final' ? 'Proposed amendment' : 'Changed since it was returned'}>
      {proposed?.reason && <p className={classes.reason}>{proposed.reason}</p>}
      <Comparison reportId={reportId} kind={kind} fields={fields} {...compared} />
    </Card>
  )
}
