import { Button, NativeSelect, TextInput } from '@mantine/core'
import { UNIT_CLASS, type PatrolUnit } from '@tenfour/contract'
import { useState } from 'react'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useShownUnitId } from '../../../../panels/selection.ts'
import { boardStore, useBoard, useBoardActions } from '../../board/board.port.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './Tools.module.css'
import { inCallSignOrder } from '../list/unit-list.ts'

const pingable = (units: ReadonlyMap<number, PatrolUnit>, ownId: number) =>
  inCallSignOrder(units).filter(({ unitClass, userId }) => unitClass !== UNIT_CLASS.Other && userId !== ownId)

/** Pings one unit. Defaults to the unit selected on the board. */
export function PingForm() {
  const { userId: ownId } = useSignedInUser()
  const { ping } = useBoardActions()
  const selected = useShownUnitId()
  const [chosen, setChosen] = useState<{ readonly userId: number; readonly insteadOf: number | null } | null>(null)
  const [message, setMessage] = useState('')
  const [isSending, setSending] = useState(false)
  // Ids and names only, which a status change leaves unchanged.
  const ids = useBoard((state) => pingable(state.units, ownId).map(({ userId }) => userId))
  const names = useBoard((state) => pingable(state.units, ownId).map(({ identifier, name }) => `${identifier} ${name}`))
  const target = chosen?.insteadOf === selected ? chosen.userId : selected
  const value = target !== null && ids.includes(target) ? target : null
  const send = async () => {
    if (value === null || isSending) return
    setSending(true)
    const isSent = await ping(value, message)
    setSending(false)
    if (!isSent) return
    notify.success(`${boardStore().get().units.get(value)?.identifier ?? 'They'} pinged; you are told when they answer`)
    setMessage('')
  }
  return (
    <Stack
      as="form"
      gap={6}
      aria-labelledby="ping-title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2 id="ping-title" className="subhead">
        Ping a unit
      </h2>
      <div className={classes.ping}>
        <NativeSelect
          aria-label="Unit"
          size="xs"
          value={value === null ? '' : String(value)}
          onChange={({ currentTarget }) =>
            setChosen(currentTarget.value === '' ? null : { userId: Number(currentTarget.value), insteadOf: selected })
          }
        >
          <option value="">Choose a unit</option>
          {ids.map((userId, index) => (
            <option key={userId} value={userId}>
              {names[index]}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          aria-label="Message"
          placeholder="Message (optional)"
          size="xs"
          maxLength={200}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default" disabled={value === null} loading={isSending}>
          Ping
        </Button>
      </div>
    </Stack>
  )
}
