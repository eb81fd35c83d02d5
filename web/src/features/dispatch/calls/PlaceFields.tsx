import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePlaces, type FindPlace } from '../../../map/places.ts'
import { endsLikePostal, NO_POSTAL_LIST, postalTyped, usePostals } from '../../../map/postals.queries.ts'
import { TextCombo, type ChoiceInputProps } from '../../../ui/TextCombo.tsx'
import { useBoard } from '../board/board.port.ts'
import { accessSubject, isAllowed, manageServers, type Postal } from '@tenfour/contract'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import type { Place } from '../../../map/distance.ts'

const NOTHING: readonly string[] = []

/** Suggests roads and places of the island. */
export function LocationInput(props: ChoiceInputProps) {
  const names = usePlaces()?.names ?? NOTHING
  const suggestions = useMemo(() => suggestPlaces(props.text, names), [props.text, names])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Places" />
}

/** Suggests postals of the server's list. */
export function PostalInput(props: ChoiceInputProps) {
  const serverId = useBoard((state) => state.serverId)
  const postals = usePostals(serverId)
  const suggestions = useMemo(() => suggestPlaces(postalTyped(props.text), postalCodes(postals)), [props.text, postals])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Postals" />
}

const MAX_RESULTS = 12
const plain = (text: string): string => text.trim().toLowerCase()

/** Names that begin with the typed text, then those with such a word, in the given order. Empty for no text; excludes exact matches. */
export function suggestPlaces(typed: string, names: Iterable<string>): readonly string[] {
  const wanted = plain(typed)
  if (wanted === '') return []
  const [begun, within]: [string[], string[]] = [[], []]
  for (const name of names) {
    const key = plain(name)
    if (key === wanted) continue
    if (key.startsWith(wanted)) begun.push(name)
    else if (key.includes(` ${wanted}`)) within.push(name)
    if (begun.length === MAX_RESULTS) break
  }
  return [...begun, ...within].slice(0, MAX_RESULTS)
}

const postalCodes = (postals: readonly Postal[]): readonly string[] => postals.map(({ code }) => code)

export const findPostal = (code: string, postals: readonly Postal[]): Postal | undefined =>
  postals.find((postal) => plain(postal.code) === plain(code)) ?? postals.find((postal) => plain(postal.code) === plain(postalTyped(code)))

type Draft = { readonly postal: string; readonly x: number | null; readonly y: number | null }
type Placed = { readonly postal: string; readonly x: Draft['x']; readonly y: Draft['y'] }

/** Moves the draft to the postal's place, written as in the list. An unknown postal clears coordinates that came from the previous postal, but no others. */
export function withPostal(draft: Draft, postal: string, postals: readonly Postal[]): Placed {
  const found = findPostal(postal, postals)
  if (found) return { postal: postalTyped(postal) === postal.trim() ? postal : found.code, x: found.x, y: found.y }
  const before = findPostal(draft.postal, postals)
  const isByPostal = before !== undefined && isAt(draft, before)
  return isByPostal ? { postal, x: null, y: null } : { postal, x: draft.x, y: draft.y }
}

const isAt = ({ x, y }: Draft, place: Place): boolean => x === place.x && y === place.y

type TypedPlace = Draft & { readonly location: string }

/** Where the call will be: the coordinates of the draft, or else what the server will make of the typed place. */
export function positionOf({ location, x, y }: TypedPlace, postals: readonly Postal[], find: FindPlace | undefined): Place | undefined {
  return x !== null && y !== null ? { x, y } : find?.(location, (code) => findPostal(code, postals))
}

/** Tells where the call will be on the map; empty if there is nothing to say. */
export function mapWords({ location, postal, x, y }: TypedPlace, postals: readonly Postal[], find: FindPlace | undefined): string {
  const known = findPostal(postal, postals)
  if (x !== null && y !== null)
    return known && isAt({ postal, x, y }, known) ? `On the map at postal ${known.code}` : 'On the map where you clicked'
  const unknown = postal.trim() === '' || postals.length === 0 ? '' : `Postal ${postal.trim()} is not in this server’s list`
  if (location.trim() === '' || !find) return unknown && `${unknown}: not on the map`
  const found = find(location, (code) => findPostal(code, postals))
  const onMap = found && `On the map at ${found.kind === 'postal' ? 'postal ' : ''}${found.name}`
  return [unknown, onMap ?? 'Place not found: not on the map, distance unknown'].filter(Boolean).join('. ')
}

/** Whether a place could be found only by a postal: one is given, or the location ends like one and says nothing else that is known. */
export const asksForPostal = ({ location, postal, x, y }: TypedPlace, find: FindPlace | undefined): boolean =>
  (x === null || y === null) &&
  (postal.trim() !== '' || endsLikePostal(location)) &&
  (location.trim() === '' || (find !== undefined && !find(location, () => undefined)))

/** Why a postal is not found, with the way to a list for who may upload one. It opens beside the desktop, which may be on duty. */
export function NoPostalList({ serverId }: { serverId: number }) {
  const mayUpload = isAllowed(manageServers, accessSubject(useSignedInUser()))
  if (!mayUpload) return NO_POSTAL_LIST
  return (
    <>
      No postal list installed.{' '}
      <Link to="/servers/list" search={{ server: serverId }} target="_blank">
        Upload one
      </Link>
    </>
  )
}
