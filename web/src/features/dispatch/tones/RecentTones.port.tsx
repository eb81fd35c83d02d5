import { relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useBoard } from '../board/board.port.ts'
import { unitClassName } from '../units/units.port.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

/** The tones of the last minutes, newest first. */
export function RecentTones() {
  const tones = useBoard((state) => state.tones)
  const now = useNow(15_000)
  if (tones.length === 0) return null
  return (
    <Stack as="section" gap={0} aria-label="Recent tones">
      <h2 className="field-label">Recently</h2>
      <Stack as="ul" gap={6}>
        {tones.toReversed().map(({ toneId, classes: forClasses, message, callId, by, at }) => (
          <Row as="li" key={toneId} justify="space-between" align="start" gap="0 12px">
            <span>
              {forClasses.map(unitClassName).join(', ')}
              {callId !== null && <span className="mono"> · {callId}</span>}
              {message && `: ${message}`}
            </span>
            <span className="muted tiny">
              {by.name}, {relativeTime(at, now)}
            </span>
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}
