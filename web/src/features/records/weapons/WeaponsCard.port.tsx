import { Button, Text } from '@mantine/core'
import { approvalWords, type Weapon } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { WeaponDialog, removeWeapon } from './WeaponDialog.tsx'
import { Row } from '../../../ui/layout.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'

type WeaponsCardProps = { characterId: number; weapons: readonly Weapon[] }

/** The weapons of one's own character. */
export function WeaponsCard({ characterId, weapons }: WeaponsCardProps) {
  const [openId, setOpenId] = useState<number | 'new' | null>(null)
  const add = useRef<HTMLButtonElement>(null)
  const close = () => setOpenId(null)
  const edited = weapons.find(({ weaponId }) => weaponId === openId)
  const remove = async (weapon: Weapon, row: HTMLElement | null) => {
    if (!(await isSure(weapon))) return
    try {
      const moveOn = besideRow(row, add.current)
      await removeWeapon(weapon)
      notify.success(`${weapon.model} has been deleted`)
      moveOn()
    } catch (error) {
      reportError(error, `${weapon.model} was not deleted`)
    }
  }
  return (
    <Card
      title="Weapons"
      aside={weapons.length > 0 ? weapons.length : undefined}
      link={
        <Button ref={add} variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpenId('new')}>
          Add weapon
        </Button>
      }
    >
      {weapons.length === 0 ? (
        <CardNote>No weapons are registered.</CardNote>
      ) : (
        <LineList aria-label="Weapons">
          {weapons.map((weapon) => {
            const { weaponId, model, serial, registeredAt, unapproved } = weapon
            return (
              <Line key={weaponId}>
                <Row as="span" gap="0 10px" align="baseline" style={{ flex: '1 1 160px' }}>
                  <span className="anywhere">{model}</span>
                  <Text span size="xs" c="dimmed" ff="monospace" className="anywhere">
                    {serial}
                  </Text>
                </Row>
                <Text span size="sm" c="dimmed">
                  Registered {dateOnly(registeredAt)}
                </Text>
                {unapproved && (
                  <StatusBadge tone={unapproved.state === 'waiting' ? 'info' : 'danger'} variant="soft">
                    {approvalWords(unapproved)}
                  </StatusBadge>
                )}
                <Row as="span" gap={4} nowrap>
                  <Button variant="subtle" size="compact-sm" onClick={() => setOpenId(weaponId)}>
                    Edit<span className="visually-hidden">: {model}</span>
                  </Button>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    onClick={({ currentTarget }) => void remove(weapon, currentTarget.closest('li'))}
                  >
                    Delete<span className="visually-hidden">: {model}</span>
                  </Button>
                </Row>
              </Line>
            )
          })}
        </LineList>
      )}
      {(openId === 'new' || edited) && <WeaponDialog characterId={characterId} weapon={edited ?? null} onClose={close} />}
    </Card>
  )
}

const isSure = ({ model, serial }: Weapon): Promise<boolean> =>
  confirm({
    title: 'Delete this weapon?',
    subject: `${model}, ${serial}`,
    body: 'Its serial number can be registered again.',
    confirmLabel: 'Delete',
    danger: true,
  })
