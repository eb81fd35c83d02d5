import { Menu } from '@mantine/core'
import type { PatrolUnit } from '@tenfour/contract'
import {
  IconArrowBackUp,
  IconBroadcast,
  IconCircleHalf2,
  IconMapPin,
  IconPencil,
  IconPhoneCall,
  IconSend,
  IconStar,
  IconUrgent,
} from '@tabler/icons-react'
import { Fragment, useState, type ReactNode } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import type { MenuPoint } from '../../../../ui/menu-point.ts'
import { PointMenu } from '../../../../ui/PointMenu.tsx'
import { PriorityBadge } from '../../../../ui/PriorityBadge.tsx'
import { openPanel, selectCall, selectedCallId } from '../../../../panels/selection.ts'
import { boardStore, useBoard, useBoardActions, useCall, useMayDispatch, useUnitsOnCall } from '../../board/board.port.ts'
import { hasBeat } from '../unit.labels.ts'
import { useBeats, useRadioChannels } from '../../cad-values/cad-values.port.ts'
import { beatsByArea, beatsFor } from '../units.queries.ts'
import { callsFor, common, unitsTitle } from './unit-menu.ts'
import { Columns } from '../../../../ui/layout.tsx'
import { UnitDialog, type DialogKind } from './UnitDialog.tsx'
import { StatusItems } from './StatusMenu.port.tsx'

export type MenuAt = MenuPoint & { readonly userIds: readonly number[] }
type UnitMenuProps = { at: MenuAt; mayAct: boolean; onClose: () => void }

const ICON = { size: 16, stroke: 1.7 } as const
const SUB = { overflow: 'auto', maxHeight: 'min(420px, 60vh)', minWidth: 190 } as const
const MAX_CALLS = 40

/** The context menu of one or more units: right click, Enter or long press. */
export function UnitMenu({ at: { userIds, x, y }, mayAct, onClose }: UnitMenuProps) {
  const units = useBoard((state) => userIds.flatMap((userId) => state.units.get(userId) ?? []))
  const [dialog, setDialog] = useState<DialogKind | null>(null)
  if (dialog) return <UnitDialog kind={dialog} units={units} onClose={onClose} />
  return (
    <PointMenu at={{ x, y }} title={unitsTitle(units)} onClose={onClose}>
      <Items units={units} mayAct={mayAct} onDialog={setDialog} />
    </PointMenu>
  )
}

type ItemsProps = { units: readonly PatrolUnit[]; mayAct: boolean; onDialog: (kind: DialogKind) => void }

function Items({ units, mayAct, onDialog }: ItemsProps) {
  const { userId: ownId } = useSignedInUser()
  const mayDispatch = useMayDispatch()
  const actions = useBoardActions()
  const [open, setOpen] = useState<string | null>(null)
  const ids = units.map(({ userId }) => userId)
  const callId = common(units, (unit) => unit.callId)
  const isOwn = ids.length === 1 && ids[0] === ownId
  const leads = useMayLead(units)
  const each = (act: (userId: number) => Promise<boolean>) => void runInSequence(ids, act)
  const sub = (name: string) => ({ name, isOpen: open === name, onOpen: setOpen })
  const [first] = units
  if (!first) return <Menu.Item disabled>Off duty</Menu.Item>
  return (
    <>
      {callId && (
        <Menu.Item
          leftSection={<IconPhoneCall {...ICON} />}
          onClick={() => {
            selectCall(callId)
            openPanel('call')
          }}
        >
          Show call {callId}
        </Menu.Item>
      )}
      {mayAct && (
        <>
          <Sub {...sub('status')} label="Set status" icon={<IconCircleHalf2 {...ICON} />}>
            <StatusItems units={units} />
          </Sub>
          <Sub {...sub('assign')} label="Assign to call" icon={<IconSend {...ICON} />}>
            <CallItems units={units} onChoose={(to) => void actions.assign(ids, to)} />
          </Sub>
          {units.some((unit) => unit.callId !== null) && (
            <Menu.Item leftSection={<IconArrowBackUp {...ICON} />} onClick={() => void actions.release(ids)}>
              {callId ? `Release from call ${callId}` : 'Release from their calls'}
            </Menu.Item>
          )}
          {leads && (
            <Menu.Item leftSection={<IconStar {...ICON} />} onClick={() => void actions.setPrimary(leads.callId, leads.userId)}>
              Make primary
            </Menu.Item>
          )}
          {mayDispatch && !isOwn && (
            <Menu.Item leftSection={<IconUrgent {...ICON} />} closeMenuOnClick={false} onClick={() => onDialog('ping')}>
              Ping…
            </Menu.Item>
          )}
          <Menu.Divider />
          {units.every((unit) => hasBeat(unit.unitClass)) && (
            <Sub {...sub('beat')} label="Beat" icon={<IconMapPin {...ICON} />}>
              <BeatItems
                departmentId={common(units, (unit) => unit.department.departmentId)}
                current={common(units, (unit) => unit.beatId)}
                onChoose={(beatId) => each((userId) => actions.setBeat(userId, beatId))}
              />
            </Sub>
          )}
          <Sub {...sub('channel')} label="Radio channel" icon={<IconBroadcast {...ICON} />}>
            <ChannelItems
              current={common(units, (unit) => unit.channel)}
              onChoose={(channel) => each((userId) => actions.setChannel(userId, channel))}
              onOther={() => onDialog('channel')}
            />
          </Sub>
          {ids.length === 1 && (
            <Menu.Item leftSection={<IconPencil {...ICON} />} closeMenuOnClick={false} onClick={() => onDialog('identifier')}>
              Call sign…
            </Menu.Item>
          )}
        </>
      )}
      {!mayAct && !callId && <Menu.Item disabled>Only dispatchers can change other units</Menu.Item>}
    </>
  )
}

/** The call and the unit, where this one could lead others on it. */
function useMayLead(units: readonly PatrolUnit[]): { callId: number; userId: number } | undefined {
  const [unit, ...others] = units
  const callId = unit?.callId ?? null
  const call = useCall(callId)
  const together = useUnitsOnCall(callId ?? 0)
  if (!unit || callId === null || others.length > 0 || together.length < 2 || call?.primaryUserId === unit.userId) return undefined
  return { callId, userId: unit.userId }
}

/** Sequentially, stopping at the first refusal: its reason applies to the rest as well. */
async function runInSequence(ids: readonly number[], act: (userId: number) => Promise<boolean>): Promise<void> {
  for (const userId of ids) if (!(await act(userId))) return
}

type SubProps = {
  name: string
  label: string
  icon: ReactNode
  isOpen: boolean
  onOpen: (name: string | null) => void
  children: ReactNode
}

/** A submenu, opened by click and Enter as well as by hover and arrow key. */
function Sub({ name, label, icon, isOpen, onOpen, children }: SubProps) {
  return (
    <Menu.Sub opened={isOpen} onChange={(opened) => onOpen(opened ? name : null)} closeDelay={120}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          leftSection={icon}
          onClick={({ currentTarget, detail }) => {
            onOpen(name)
            // Opened by keyboard: move focus into it.
            if (detail === 0) currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
          }}
        >
          {label}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown style={SUB}>{children}</Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

function CallItems({ units, onChoose }: { units: readonly PatrolUnit[]; onChoose: (callId: number) => void }) {
  const selectedId = selectedCallId()
  // Fixed while the menu is open: a list that moved under the pointer would send units to the wrong call.
  const [calls] = useState(() => callsFor(boardStore().get().calls.values(), units, selectedId).slice(0, MAX_CALLS))
  if (calls.length === 0) return <Menu.Item disabled>There is no call to send them to</Menu.Item>
  return calls.map((call) => (
    <Menu.Item key={call.callId} onClick={() => onChoose(call.callId)} title={`${call.title}, ${call.location}`}>
      <Columns as="span" of="auto 42px minmax(90px, 170px) minmax(60px, 130px)" gap={8} align="center">
        <PriorityBadge priority={call.priority} />
        <span className="mono">{call.callId}</span>
        <span className="truncated">{call.title}</span>
        <span className="muted truncated">{call.callId === selectedId ? 'selected' : call.location}</span>
      </Columns>
    </Menu.Item>
  ))
}

type BeatItemsProps = {
  /** Undefined for units of several departments, which are offered all beats. */
  departmentId: number | undefined
  current: number | null | undefined
  onChoose: (beatId: number | null) => void
}

function BeatItems({ departmentId, current, onChoose }: BeatItemsProps) {
  const { beats } = useBeats()
  return (
    <>
      <Menu.Item onClick={() => onChoose(null)} rightSection={current === null ? <span className="muted">now</span> : undefined}>
        No beat
      </Menu.Item>
      {beatsByArea(beatsFor(beats ?? [], departmentId, current)).map(({ area, beats: ofArea }) => (
        <Fragment key={area}>
          <Menu.Label>{area}</Menu.Label>
          {ofArea.map(({ beatId, name }) => (
            <Menu.Item
              key={beatId}
              onClick={() => onChoose(beatId)}
              rightSection={current === beatId ? <span className="muted">now</span> : undefined}
            >
              {name}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </>
  )
}

type ChannelItemsProps = { current: string | undefined; onChoose: (channel: string) => void; onOther: () => void }

const ChannelItems = ({ current, onChoose, onOther }: ChannelItemsProps) => (
  <>
    {['', ...useRadioChannels()].map((channel) => (
      <Menu.Item
        key={channel}
        onClick={() => onChoose(channel)}
        rightSection={current === channel ? <span className="muted">now</span> : undefined}
      >
        {channel || 'None'}
      </Menu.Item>
    ))}
    <Menu.Divider />
    <Menu.Item closeMenuOnClick={false} onClick={onOther}>
      Another…
    </Menu.Item>
  </>
)
