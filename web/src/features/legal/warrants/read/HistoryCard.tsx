import { Text } from '@mantine/core'
import { MAX_WARRANT_HISTORY, type Warrant, type WarrantEvent, type WarrantViewer } from '@tenfour/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { dateTime, timeSince } from '../../../../platform/format/dates.ts'
import { Card } from '../../../../ui/Card.tsx'
import { changeInWords, ChangeList } from '../../../records/reports/view/report-view.port.ts'
import { actorWords, signingWords } from '../warrant.labels.ts'
import { InlineButton } from '../../../../ui/TextButton.tsx'
import { Stack, Row } from '../../../../ui/layout.tsx'
import classes from './WarrantHistory.module.css'

type HistoryCardProps = {
  warrant: Warrant
  /** Someone of legal staff, who is told whether they may sign. */
  viewer?: WarrantViewer
  now: Date
}

const CHAIN_WORDS: Readonly<Record<NonNullable<Warrant['chain']>['state'], string>> = {
  unbroken: 'chain unbroken',
  broken: 'chain broken',
  unknown: 'sealed with another key',
}

/** The history of a warrant, newest first, whether it is unbroken, and whether the reader may sign. */
export function HistoryCard({ warrant, viewer, now }: HistoryCardProps) {
  const { history, chain } = warrant
  const signing = viewer && signingWords(warrant, viewer.userId, viewer.maySign)
  return (
    <Card title="History">
      <Stack as="ol" gap={0} reversed>
        {history.map((step) => (
          <Step key={step.step} step={step} now={now} />
        ))}
      </Stack>
      {chain && chain.entries > MAX_WARRANT_HISTORY && (
        <Text component="p" size="sm" c="dimmed">
          Only the newest {MAX_WARRANT_HISTORY} entries are shown
        </Text>
      )}
      {chain && (
        <Row as="p" gap={6} className={classes.chain} data-broken={chain.state !== 'unbroken' || undefined}>
          {chain.state === 'unbroken' ? (
            <IconCheck size={15} stroke={2} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} stroke={2} aria-hidden />
          )}
          {chain.entries === 1 ? '1 entry' : `${chain.entries} entries`}, {CHAIN_WORDS[chain.state]}
          {chain.digest !== '' && (
            <span className="mono faint" title={chain.digest}>
              {chain.digest.slice(0, 4)}…{chain.digest.slice(-2)}
            </span>
          )}
        </Row>
      )}
      {signing && (
        <Text component="p" size="sm" c="dimmed">
          {signing}
        </Text>
      )}
    </Card>
  )
}

function Step({ step: { title, text, reason, changes, by, at }, now }: { step: WarrantEvent; now: Date }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li className={classes.step}>
      <p>
        <strong>{title}</strong>
        {text && ` ${text}`}
        {changes.length > 0 && (
          <>
            {` ${changes.length === 1 ? '1 change' : `${changes.length} changes`} `}
            <InlineButton
              c="inherit"
              underline="always"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'}
            </InlineButton>
          </>
        )}
      </p>
      {reason && <p className={classes.said}>{reason}</p>}
      {isOpen && (
        <div id={id} className={classes.changes}>
          <ChangeList changes={changes.map(({ what, before, after }) => changeInWords(what, before, after))} />
        </div>
      )}
      <Text component="p" size="sm" c="dimmed" title={dateTime(at)}>
        {[by ? actorWords(by) : 'The portal', timeSince(at, now)].join(' · ')}
      </Text>
    </li>
  )
}
