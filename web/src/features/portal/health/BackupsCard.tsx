import { Button } from '@mantine/core'
import { accessSubject, fetchBackup, isAllowed, proveBackup, root, startBackup, type Backup, type BackupOverview } from '@tenfour/contract'
import { useState } from 'react'
import { call, callForFile } from '../../../platform/api/client.ts'
import { downloadBlob } from '../../../platform/download/download-file.ts'
import { bytesWords } from '../../../platform/format/bytes.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Meter } from '../../../ui/Meter.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { BackupPlanDialog } from './BackupPlanDialog.tsx'
import { planWords, progressWords, REASONS } from './backups.labels.ts'

/** The backups with their state, and the buttons that make, prove and download them. */
export function BackupsCard({ overview }: { overview: BackupOverview }) {
  const { backups, isReady } = overview
  const isRoot = isAllowed(root, accessSubject(useSignedInUser()))
  const [isPlanOpen, setPlanOpen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = (action: () => Promise<unknown>) => async () => {
    setProblem(null)
    await action().catch((error: unknown) => setProblem(errorInfo(error).message))
  }
  const working = backups.find(({ progress }) => progress !== null)
  return (
    <Card
      title="Backups"
      aside={planWords(overview)}
      link={
        <Row>
          {isRoot && (
            <Button size="xs" variant="default" onClick={() => setPlanOpen(true)}>
              {isReady ? 'Change the plan' : 'Set up backups'}
            </Button>
          )}
          {isReady && (
            <ActionButton size="xs" action={run(() => call(startBackup, { body: {}, quiet: true }))}>
              Back up now
            </ActionButton>
          )}
        </Row>
      }
    >
      <Stack gap={12}>
        {problem !== null && (
          <Banner tone="danger" announce>
            {problem}
          </Banner>
        )}
        {working?.progress && (
          <Stack as="output" gap={6}>
            <span>{progressWords(working.progress)}</span>
            <Meter share={working.progress.share} />
          </Stack>
        )}
        {backups.length === 0 ? (
          <CardNote>
            {isReady
              ? 'No backup yet.'
              : isRoot
                ? 'This portal makes no backups. Set them up: they need a pass phrase, because the keys of the portal are inside.'
                : 'This portal makes no backups. Only Root can set them up.'}
          </CardNote>
        ) : (
          <EntryList label="Backups">
            {backups.map((backup) => (
              <BackupEntry key={backup.backupId} backup={backup} isRoot={isRoot} run={run} />
            ))}
          </EntryList>
        )}
      </Stack>
      {isPlanOpen && <BackupPlanDialog onClose={() => setPlanOpen(false)} />}
    </Card>
  )
}

type EntryProps = {
  backup: Backup
  isRoot: boolean
  run: (action: () => Promise<unknown>) => () => Promise<unknown>
}

function BackupEntry({ backup, isRoot, run }: EntryProps) {
  const { backupId, state, startedAt, bytes, rows, problem, proofProblem, reason, by, places } = backup
  const params = { backupId }
  const details = [
    by ? `asked for by ${by.name}` : REASONS[reason],
    ...(state === 'made'
      ? [bytesWords(bytes), `${rows.toLocaleString('en')} rows`, places.includes('s3') ? 'here and in the bucket' : 'here']
      : []),
    problem,
    proofProblem,
  ]
  const download = async () =>
    downloadBlob(
      `tenfour-${startedAt.slice(0, 19).replaceAll(':', '').replace('T', '-')}.backup`,
      await callForFile(fetchBackup, { params }),
    )
  return (
    <Entry title={dateTime(startedAt)} detail={details.filter(Boolean).join(' · ')}>
      <Proof {...backup} />
      {state === 'made' && (
        <ActionButton size="compact-sm" variant="default" action={run(() => call(proveBackup, { params, body: {}, quiet: true }))}>
          Prove
        </ActionButton>
      )}
      {state === 'made' && isRoot && (
        <ActionButton size="compact-sm" variant="default" action={run(download)}>
          Download
        </ActionButton>
      )}
    </Entry>
  )
}

function Proof({ state, problem, provedAt, proofProblem }: Backup) {
  if (state === 'running') return <StatusBadge tone="info">Running</StatusBadge>
  if (state === 'failed') return <StatusBadge tone="danger">Failed</StatusBadge>
  if (proofProblem !== '') return <StatusBadge tone="danger">Not equal</StatusBadge>
  if (problem !== '') return <StatusBadge tone="warning">Not sent</StatusBadge>
  if (provedAt !== null) return <StatusBadge tone="success">Restored and compared</StatusBadge>
  return <StatusBadge tone="neutral">Read back</StatusBadge>
}
