import { Autocomplete, Popover, Select, TextInput, UnstyledButton } from '@mantine/core'
import { RADIO_CHANNELS, type PatrolUnit } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedInUser } from '../../platform/session/useSignedInUser.ts'
import { useBoardActions, useOwnUnit } from '../board/board.port.ts'
import { beatsQuery, typeLabel, useKeptUnit } from '../units/units.port.ts'
import classes from './DeskBar.module.css'

/** One's own call sign, name and role; a click changes call sign, beat and channel where one is. */
export function OwnUnit() {
  const unit = useOwnUnit()
  const { duty } = useSignedInUser()
  const [isOpen, setOpen] = useState(false)
  if (!unit) return duty ? <KeptUnit /> : null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={260} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.me} title="Change call sign, beat and channel" onClick={() => setOpen((before) => !before)}>
          <span className={classes.sign}>{unit.identifier}</span>
          <span className={classes.who}>
            {unit.name} · {typeLabel(unit.unitClass, unit.type)}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <OwnUnitForm key={unit.identifier} unit={unit} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Civilians are on no board, and a board that is being fetched has nobody on it yet: what they are called, the portal keeps. */
function KeptUnit() {
  const { name } = useSignedInUser()
  const { data: unit } = useKeptUnit()
  return (
    <span className={classes.me} data-plain>
      <span className={classes.sign}>{unit?.identifier}</span>
      <span className={classes.who}>
        {name} {unit && `· ${typeLabel(unit.unitClass, unit.type)}`}
      </span>
    </span>
  )
}

function OwnUnitForm({ unit }: { unit: PatrolUnit }) {
  const { setIdentifier, setBeat, setChannel } = useBoardActions()
  const [sign, setSign] = useState(unit.identifier)
  const [channel, setChannelText] = useState(unit.channel)
  const beats = useQuery(beatsQuery)
  const save = () => {
    const wanted = sign.trim()
    if (wanted === '' || wanted === unit.identifier) return setSign(unit.identifier)
    void setIdentifier(unit.userId, wanted)
  }
  const tune = (to: string) => {
    setChannelText(to)
    if (to.trim() !== unit.channel) void setChannel(unit.userId, to.trim())
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextInput
        label="Call sign"
        size="xs"
        maxLength={16}
        data-autofocus
        classNames={{ input: classes.signInput }}
        value={sign}
        onChange={({ currentTarget }) => setSign(currentTarget.value)}
        onBlur={save}
      />
      <Select
        label="Beat"
        size="xs"
        placeholder={beats.isPending ? 'Loading…' : 'No beat'}
        clearable
        comboboxProps={{ withinPortal: false }}
        data={beats.data?.map(({ beatId, name, area }) => ({ value: String(beatId), label: `${name}, ${area}` })) ?? []}
        value={unit.beatId === null ? null : String(unit.beatId)}
        onChange={(beatId) => void setBeat(unit.userId, beatId === null ? null : Number(beatId))}
      />
      <Autocomplete
        label="Channel"
        size="xs"
        placeholder="No channel"
        maxLength={16}
        comboboxProps={{ withinPortal: false }}
        data={[...RADIO_CHANNELS]}
        value={channel}
        onChange={setChannelText}
        onOptionSubmit={tune}
        onBlur={() => tune(channel)}
      />
    </form>
  )
}
