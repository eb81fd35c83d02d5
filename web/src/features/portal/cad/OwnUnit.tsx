import { TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconHome, IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PatrolUnit } from '@tenfour/contract'
import { useState } from 'react'
import { logOut } from '../../../platform/leave/leave-questions.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Dropdown, menuItemClass, MenuItemContent, MenuLine } from '../../../ui/Dropdown.tsx'
import { useBoardActions, useOwnUnit } from '../../dispatch/board/board.port.ts'
import { BeatSelect, ChannelInput, hasBeat, typeLabel, useKeptUnit } from '../../dispatch/units/units.port.ts'
import classes from './DesktopBar.module.css'
import { Stack } from '../../../ui/layout.tsx'

const ICON = { size: 15, stroke: 1.8, 'aria-hidden': true } as const

/**
 * The user's call sign, name and role. A click edits the unit, and leads to the rest of the portal. Until the board has the unit, as for
 * civilians or while loading, it is the one stored by the portal: one component for both, so that a menu that is open stays open.
 */
export function OwnUnit() {
  const unit = useOwnUnit()
  const { duty } = useSignedInUser()
  const { data: kept } = useKeptUnit(unit === undefined && Boolean(duty))
  return <You unit={unit ?? (duty ? kept : undefined)} isOnBoard={unit !== undefined} />
}

type YouProps = { unit: PatrolUnit | null | undefined; isOnBoard: boolean }

function You({ unit, isOnBoard }: YouProps) {
  const { name } = useSignedInUser()
  const edited = isOnBoard ? unit : undefined
  return (
    <Dropdown
      kind={edited ? 'dialog' : 'menu'}
      label="You"
      width={260}
      renderButton={(button) => (
        <UnstyledButton {...button} className={classes.me} title="Your unit, dashboard, settings and logout">
          {unit && <span className={classes.sign}>{unit.identifier}</span>}
          <span className={classes.who}>
            {name} {unit && <span className={classes.role}>· {typeLabel(unit)}</span>}
          </span>
          <IconChevronDown className={classes.chevron} size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
      renderContent={() => (
        <>
          {edited && <OwnUnitForm key={edited.identifier} unit={edited} />}
          {edited && <MenuLine />}
          <PortalLinks role={edited ? undefined : 'menuitem'} />
        </>
      )}
    />
  )
}

/** The way out of the desktop; items of a menu, or links and a button below the form. */
function PortalLinks({ role }: { role: 'menuitem' | undefined }) {
  const item = { className: menuItemClass, role, tabIndex: role && -1 }
  return (
    <>
      <Link to="/user/home" {...item}>
        <MenuItemContent icon={<IconHome {...ICON} />}>Dashboard</MenuItemContent>
      </Link>
      <Link to="/user/settings" {...item}>
        <MenuItemContent icon={<IconSettings {...ICON} />}>Account Settings</MenuItemContent>
      </Link>
      <button type="button" {...item} onClick={() => void logOut()}>
        <MenuItemContent icon={<IconLogout {...ICON} />}>Logout</MenuItemContent>
      </button>
    </>
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
    <Stack
      as="form"
      gap={10}
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
      {hasBeat(unit.unitClass) && (
        <BeatSelect
          size="xs"
          departmentId={unit.department.departmentId}
          value={unit.beatId}
          onChange={(beatId) => void setBeat(unit.userId, beatId)}
        />
      )}
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
    </Stack>
  )
}
