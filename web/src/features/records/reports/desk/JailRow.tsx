import { Button, Text } from '@mantine/core'
import { releaseFromJail, type JailTerm } from '@tenfour/contract'
import { useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { useClock } from '../../../../platform/format/clock.ts'
import { dateTime, timeSince } from '../../../../platform/format/dates.ts'
import { elapsed } from '../../../../platform/format/durations.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { ReasonDialog } from '../../../../ui/ReasonDialog.tsx'
import { focusPanel } from '../../../../panels/selection.ts'
import { openReport } from './report-desk.ts'
import { ROW_NAME } from '../../../../panels/PanelParts.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'

/** Someone in jail, with the time that is left. */
export function JailRow({ term, mayRelease }: { term: JailTerm; mayRelease: boolean }) {
  const { termId, name, number, until, reportId } = term
  const left = useClock((now) => elapsed(Date.parse(until) - now))
  const [isReleasing, setIsReleasing] = useState(false)
  return (
    <Row as="li" gap="4px 10px" style={{ minHeight: 40, padding: '6px 12px' }}>
      <span className={ROW_NAME}>{name}</span>
      <TextButton isUnderlined ff="monospace" fz="xs" c="dimmed" onClick={() => openReport(reportId)}>
        {number}
      </TextButton>
      <Text span inherit ff="monospace" fw={600} title={`Until ${dateTime(until)}`}>
        {left}
      </Text>
      <span className="faint">until {timeSince(until)}</span>
      {mayRelease && (
        <Button size="compact-xs" mih={24} variant="default" aria-label={`Release ${name}`} onClick={() => setIsReleasing(true)}>
          Release…
        </Button>
      )}
      {isReleasing && (
        <ReasonDialog
          title={`Release ${name}?`}
          text={`${number}, until ${dateTime(until)}`}
          submitLabel="Release"
          onSubmit={async (reason) => {
            await call(releaseFromJail, { params: { termId }, body: { reason } })
            notify.success(`${name} is released`)
            setIsReleasing(false)
            // The row disappears, and the focus with it.
            focusPanel('reports')
          }}
          onClose={() => setIsReleasing(false)}
        />
      )}
    </Row>
  )
}
