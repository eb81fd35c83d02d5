import { Text } from '@mantine/core'
import type { Offence } from '@tenfour/contract'
import { fineWords, jailWords, OffenceTypeBadge } from '../../offences/offences.port.ts'
import classes from '../Records.module.css'
import { PanelNote, Prose } from '../../../../panels/PanelParts.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'

/** What a search of the penal code found. */
export function OffenceView({ offences, label }: { offences: readonly Offence[]; label: string }) {
  if (offences.length === 0) return <PanelNote>Nothing in the penal code matches “{label}”.</PanelNote>
  return (
    <Stack as="ul" gap={0} aria-label="Offences">
      {offences.map((offence) => (
        <li key={offence.offenceId} className={classes.offence}>
          <Row gap="2px 10px" align="baseline">
            <strong className="mono">{offence.code}</strong>
            <Text span inherit fw={600}>
              {offence.title}
            </Text>
            <OffenceTypeBadge type={offence.type} />
          </Row>
          <Text component="p" inherit c="dimmed" my={2}>
            Fine {fineWords(offence)} · jail {jailWords(offence)} · {offence.points} {offence.points === 1 ? 'point' : 'points'} ·{' '}
            {offence.category}
          </Text>
          {offence.description && <Prose>{offence.description}</Prose>}
        </li>
      ))}
    </Stack>
  )
}
