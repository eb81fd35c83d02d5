import { UNIT_CLASS } from '@tenfour/contract'
import { Button } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useBoardActions, useOwnUnit } from '../../dispatch/board/board.port.ts'
import classes from './DesktopBar.module.css'

const ARMED_MS = 4000

/** Sends a panic call. The first press arms it, the second sends; after a while it disarms. */
export function PanicButton() {
  const unit = useOwnUnit()
  const { panic } = useBoardActions()
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const rest = setTimeout(() => setArmed(false), ARMED_MS)
    return () => clearTimeout(rest)
  }, [isArmed])
  if (unit?.unitClass !== UNIT_CLASS.Leo && unit?.unitClass !== UNIT_CLASS.Fire) return null
  const press = async () => {
    setArmed(!isArmed)
    if (!isArmed) return
    const callId = await panic(unit.userId)
    if (callId !== undefined) notify.success(`Panic sent: call ${callId}.`)
  }
  return (
    <Button
      color="danger"
      variant={isArmed ? 'filled' : 'outline'}
      size="xs"
      className={classes.panic}
      leftSection={<IconAlertOctagon size={16} stroke={2} aria-hidden />}
      onClick={() => void press()}
      onBlur={() => setArmed(false)}
    >
      {isArmed ? 'Press again to send' : 'Panic'}
    </Button>
  )
}
