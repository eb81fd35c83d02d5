import { Text } from '@mantine/core'
import type { OwnFine } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { money } from '../../../platform/format/text.ts'
import { inFineOrder, isOpen, unpaidWords } from './fine.labels.port.ts'
import { Stack, Row } from '../../../ui/layout.tsx'
import classes from './Fines.module.css'

const SHOWN = 3

/** Open fines of a character at a glance, for a panel; nothing where there are none. */
export function FineGlance({ characterId, fines }: { characterId: number; fines: readonly OwnFine[] }) {
  const open = inFineOrder(fines).filter(isOpen)
  if (open.length === 0) return null
  return (
    <>
      <Stack as="ul" gap={0} aria-label="Fines">
        {open.slice(0, SHOWN).map(({ fineId, amount, about, state }) => (
          <Row as="li" key={fineId} gap={10} align="baseline" nowrap style={{ paddingBlock: 2 }}>
            <span className={classes.amount}>{money(amount)}</span>
            <span className="truncated" style={{ flex: 1 }} title={about}>
              {about}
            </span>
            {state === 'contested' && (
              <Text span size="sm" c="dimmed">
                contested
              </Text>
            )}
          </Row>
        ))}
      </Stack>
      <Link to="/user/characters/$characterId" params={{ characterId: String(characterId) }} style={{ fontSize: '0.8125rem' }}>
        {unpaidWords(open) || `${open.length} contested`}
      </Link>
    </>
  )
}
