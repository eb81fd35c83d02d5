import { UNIT_CLASS, type PanicInput, type PatrolUnit } from '@tenfour/contract'
import { Button } from '@mantine/core'
import { IconAlertOctagon } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePlaces } from '../../../map/places.ts'
import { useOwnPosition } from '../../../panels/likely.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { panicCallOf, useBoard, useBoardActions, useOwnUnit } from '../../dispatch/board/board.port.ts'
import classes from './DesktopBar.module.css'

const ARMED_MS = 4000

/** Sends a panic call, and ends its alarm. The first press arms the button, the second acts; after a while it disarms. */
export function PanicButton() {
  const unit = useOwnUnit()
  if (unit?.unitClass !== UNIT_CLASS.Leo && unit?.unitClass !== UNIT_CLASS.Fire) return null
  return <Press unit={unit} />
}

function Press({ unit: { userId } }: { unit: PatrolUnit }) {
  const { panic, standDown } = useBoardActions()
  const isActive = useBoard((state) => panicCallOf(state, userId) !== undefined)
  const [isArmed, setArmed] = useState(false)
  const place = useRef<Place>({})
  const keepPlace = useCallback((at: Place) => {
    place.current = at
  }, [])
  useEffect(() => {
    if (!isArmed) return
    const rest = setTimeout(() => setArmed(false), ARMED_MS)
    return () => clearTimeout(rest)
  }, [isArmed])
  const press = async () => {
    setArmed(!isArmed)
    if (!isArmed) return
    if (isActive) {
      if (await standDown(userId)) notify.success('You stood down. The call stays open.')
      return
    }
    const callId = await panic(userId, place.current)
    if (callId !== undefined) notify.success(`Panic sent: call ${callId}.`)
  }
  return (
    <Button
      color="danger"
      variant={isArmed || isActive ? 'filled' : 'outline'}
      size="xs"
      className={classes.panic}
      leftSection={<IconAlertOctagon size={16} stroke={2} aria-hidden />}
      onClick={() => void press()}
      onBlur={() => setArmed(false)}
    >
      {isArmed && !isActive && <OwnPlace onPlace={keepPlace} />}
      {isActive ? isArmed ? 'Press again to stand down' : <Active /> : isArmed ? 'Press again to send' : 'Panic'}
    </Button>
  )
}

type Place = Partial<Pick<PanicInput, 'location' | 'x' | 'y'>>

/** Tells where the unit is, from the first press on, so that the second is sent at once. */
function OwnPlace({ onPlace }: { onPlace: (place: Place) => void }) {
  const position = useOwnPosition()
  const places = usePlaces()
  useEffect(() => {
    onPlace(position ? { x: position.x, y: position.y, location: places?.locate(position.x, position.y) ?? '' } : {})
  }, [onPlace, position, places])
  return null
}

/** In a narrow window the alert strip alone says that the alarm is active. */
const Active = () => (
  <>
    <span className={classes.panicActive}>Panic active ·&nbsp;</span>Stand down
  </>
)
