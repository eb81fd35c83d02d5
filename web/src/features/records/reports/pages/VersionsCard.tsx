import { Button, Modal, Text } from '@mantine/core'
import type { Field, Report, ReportKind } from '@tenfour/contract'
import { useState } from 'react'
import { Card } from '../../../../ui/Card.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { versionBefore, changesBetween, proposedComparison } from '../view/report-changes.ts'
import { Stack } from '../../../../ui/layout.tsx'
import { useQueries } from '@tanstack/react-query'
import { CardError, CardLoading, CardNote } from '../../../../ui/CardStates.tsx'
import { ChangeList } from '../view/ChangeList.tsx'
import { revisionQuery } from '../reports.queries.ts'
import classes from './ReportPage.module.css'

type VersionsCardProps = { report: Report; fields: readonly Field[]; now: Date }

/** Every version as it was submitted, newest first, each with what changed. Nothing for a report with a single one. */
export function VersionsCard({ report, fields, now }: VersionsCardProps) {
  const { reportId, kind, number, revisions, revisionId: standing, proposed } = report
  const [openId, setOpenId] = useState<number | null>(null)
  const before = openId === null ? undefined : versionBefore(revisions, openId)
  if (revisions.length < 2) return null
  return (
    <Card title="Versions" aside={revisions.length}>
      <Stack as="ol" gap={0} reversed>
        {revisions.toReversed().map(({ revisionId, by, at, reason }, index) => (
          <li key={revisionId} className={classes.event}>
            <Text component="h3" fw={600}>
              Version {revisions.length - index}
              {revisionId === proposed?.revisionId ? ' (waiting)' : revisionId === standing ? ' (stands)' : ''}
            </Text>
            {reason && <p className={classes.reason}>{reason}</p>}
            <Text component="p" size="sm" c="dimmed" className="anywhere">
              {by.identifier} {by.name} · <When at={at} now={now} />
            </Text>
            {versionBefore(revisions, revisionId) && (
              <Button variant="subtle" size="compact-sm" ml={-8} onClick={() => setOpenId(revisionId)}>
                What changed<span className="visually-hidden"> in version {revisions.length - index}</span>
              </Button>
            )}
          </li>
        ))}
      </Stack>
      <Modal
        opened={before !== undefined}
        onClose={() => setOpenId(null)}
        title={`${number}: what changed in version ${revisions.findIndex(({ revisionId }) => revisionId === openId) + 1}`}
        size={760}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {before && openId !== null && (
          <Comparison reportId={reportId} kind={kind} before={before.revisionId} after={openId} fields={fields} />
        )}
      </Modal>
    </Card>
  )
}

type ComparisonProps = { reportId: number; kind: ReportKind; before: number; after: number; fields: readonly Field[] }

/** The changes from one version to another. */
export function Comparison({ reportId, kind, before, after, fields }: ComparisonProps) {
  const [one, other] = useQueries({ queries: [revisionQuery(reportId, before), revisionQuery(reportId, after)] })
  if (one.data && other.data) {
    const changes = changesBetween({ kind, before: one.data.content, after: other.data.content, fields })
    return changes.length === 0 ? <CardNote>Nothing was changed.</CardNote> : <ChangeList changes={changes} />
  }
  if (!one.isError && !other.isError) return <CardLoading rows={4} />
  const retry = () => Promise.all([one, other].filter(({ isError }) => isError).map(({ refetch }) => refetch()))
  return <CardError what="The versions" onRetry={retry} />
}

/** The changes that the waiting version would make. Nothing for a first version. */
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
