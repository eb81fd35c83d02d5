import type { Call } from '@tenfour/contract'
import { usePlaces } from '../../../map/places.ts'
import { nearestPostal, usePostals } from '../../../map/postals.queries.ts'
import { distanceTo, distanceWords, isPlaced, type Place } from '../../../map/distance.ts'
import { LikelyChips, type LikelyChip } from '../../../panels/LikelyChips.tsx'
import { useOwnPosition } from '../../../panels/likely.ts'
import { useObservable } from '../../../platform/store/observable.ts'
import { boardStore } from '../board/board.port.ts'
import { placeOf } from './call.labels.ts'

type OwnPlace = Place & { readonly location: string; readonly postal: string }
type PlaceChipsProps = {
  /** Absent where the place is known. */
  onPlace?: ((place: OwnPlace) => void) | undefined
  /** Absent where a call is known, or none is asked for. */
  onCall?: ((call: Call) => void) | undefined
}

/** Offers where the user's own unit is, and the open call nearest to it. Nothing while its position is unknown. */
export function PlaceChips(props: PlaceChipsProps) {
  const position = useOwnPosition()
  return position && (props.onPlace || props.onCall) ? <At {...props} position={position} /> : null
}

function At({ onPlace, onCall, position }: PlaceChipsProps & { position: Place }) {
  const { serverId, calls } = useObservable(boardStore())
  const postals = usePostals(serverId)
  const places = usePlaces()
  const { x, y } = position
  const location = places?.locate(x, y) ?? ''
  const postal = nearestPostal(postals, x, y)
  const call = onCall && nearestCall(calls.values(), position)
  const chips: LikelyChip[] = []
  if (onPlace && location !== '')
    chips.push({ key: 'P', label: `Your position: ${placeOf({ location, postal })}`, take: () => onPlace({ x, y, location, postal }) })
  if (onCall && call) {
    const label = `Call ${call.callId}, ${distanceWords(distanceTo(call, position) ?? 0)} away`
    chips.push({ key: 'N', label, take: () => onCall(call) })
  }
  return <LikelyChips chips={chips} />
}

/** Farther away it is no call of theirs. */
const REACH = 1000

export function nearestCall(calls: Iterable<Call>, { x, y }: Place): Call | undefined {
  const near = [...calls]
    .filter(isPlaced)
    .map((call) => ({ call, metres: Math.hypot(call.x - x, call.y - y) }))
    .filter(({ metres }) => metres <= REACH)
  return near.toSorted((a, b) => a.metres - b.metres)[0]?.call
}
