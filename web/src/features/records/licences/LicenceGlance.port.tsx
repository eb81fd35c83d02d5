import type { Licence } from '@tenfour/contract'
import { licenceSlots, licenceWords, pointWords, type LicenceSlot } from './licence.labels.port.ts'
import { useLicenceTypes } from '../../dispatch/cad-values/cad-values.port.ts'
import { LineList, Line } from '../../../ui/EntryList.tsx'
import { Text } from '@mantine/core'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Row } from '../../../ui/layout.tsx'

/** The licences of a character at a glance, for a panel. */
export const LicenceGlance = ({ licences, now }: { licences: readonly Licence[]; now: Date }) => (
  <LineList aria-label="Licences">
    {licenceSlots(licences, useLicenceTypes()).map((slot) => (
      <Line key={slot.typeId}>
        <LicenceState slot={slot} now={now} />
      </Line>
    ))}
  </LineList>
)

/** One licence in words and colour; a type that is not held is named too. */
export function LicenceState({ slot: { name, licence }, now }: { slot: LicenceSlot; now: Date }) {
  const said = licence && licenceWords(licence, now)
  const points = licence && licence.points > 0 ? pointWords(licence.points) : ''
  const detail = [licence?.number, said?.detail, points].filter(Boolean).join(' · ')
  return (
    <Row as="span" gap="2px 10px" style={{ flex: '1 1 190px' }}>
      <Text span inherit fw={550} miw={136}>
        {name}
      </Text>
      {said ? (
        <StatusBadge tone={said.tone} variant="soft">
          {said.word}
        </StatusBadge>
      ) : (
        <span className="faint">Not held</span>
      )}
      {detail && (
        <Text span size="sm" c="dimmed" flex="0 0 100%" className="anywhere">
          {detail}
        </Text>
      )}
    </Row>
  )
}
