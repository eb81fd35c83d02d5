import { TextInput, UnstyledButton } from '@mantine/core'
import type { PatrolUnit } from '@tenfour/contract'
import { useState } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Dropdown } from '../../../ui/Dropdown.tsx'
import { useBoardActions, useOwnUnit } from '../../dispatch/board/board.port.ts'
import { BeatSelect, ChannelInput, typeLabel, useKeptUnit } from '../../dispatch/units/units.port.ts'
import classes from './DesktopBar.module.css'

/** The user's call sign, name and role; a click edits call sign, beat and channel. */
export function OwnUnit() {
  const unit = useOwnUnit()
  const { duty } = useSignedInUser()
  if (!unit) return duty ? <KeptUnit /> : null
  return (
    <Dropdown
      kind="dialog"
      label="Your unit"
      width={260}
      renderButton={(button) => (
        <UnstyledButton {...button} className={classes.me} title="Change call sign, beat and channel">
          <span className={classes.sign}>{unit.identifier}</span>
          <span className={classes.who}>
            {unit.name} · {typeLabel(unit.unitClass, unit.type)}
          </span>
        </UnstyledButton>
      )}
      renderContent={() => <OwnUnitForm key={unit.identifier} unit={unit} />}
    />
  )
}

/** For when the board has no unit, as for civilians or while loading: uses the unit stored by the portal. */
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
  const saveSign = () => {
    const wanted = sign.trim()
    if (wanted === '' || wanted === unit.identifier) return setSign(unit.identifier)
    void setIdentifier(unit.userId, wanted)
  }
  const saveChannel = () => {
    if (channel.trim() !== unit.channel) void setChannel(unit.userId, channel.trim())
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        saveSign()
        saveChannel()
      }}
    >
      <TextInput
        label="Call sign"
        size="xs"
        maxLength={16}
        classNames={{ input: classes.signInput }}
        value={sign}
        onChange={({ currentTarget }) => setSign(currentTarget.value)}
        onBlur={saveSign}
      />
      <BeatSelect size="xs" value={unit.beatId} onChange={(beatId) => void setBeat(unit.userId, beatId)} />
      <ChannelInput
        label="Channel"
        size="xs"
        maxLength={16}
        placeholder="None"
        text={channel}
        onText={setChannelText}
        onBlur={saveChannel}
      />
      {/* Submits on Enter: a form with several fields needs a submit button for that. */}
      <button type="submit" hidden>
        Save
      </button>
    </form>
  )
}
