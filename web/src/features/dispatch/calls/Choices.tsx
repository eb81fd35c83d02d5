import { useMemo } from 'react'
import { usePlaces } from '../../../map/places.ts'
import { usePostals } from '../../../map/postals.queries.ts'
import { TextCombo, type ChoiceInputProps } from '../../../ui/TextCombo.tsx'
import { useBoard } from '../board/board.port.ts'
import { postalCodes, suggestPlaces } from './place-search.ts'

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
  const suggestions = useMemo(() => suggestPlaces(props.text, postalCodes(postals)), [props.text, postals])
  return <TextCombo {...props} suggestions={suggestions} listLabel="Postals" />
}
