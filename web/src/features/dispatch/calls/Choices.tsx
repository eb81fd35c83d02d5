import { RADIO_CHANNELS } from '@tenfour/contract'
import { usePlaces } from '../../../map/places.ts'
import { usePostals } from '../../../map/postals.queries.ts'
import { useBoard } from '../board/board.port.ts'
import { postalCodes, suggestPlaces } from './place-search.ts'

/** Suggestions for a field while typing; the field refers to `id` as its list. */
export type ChoicesProps = { id: string; typed: string }

const Choices = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value}>{value}</option>
    ))}
  </datalist>
)

export const ChannelChoices = ({ id }: ChoicesProps) => <Choices id={id} values={RADIO_CHANNELS} />

/** Roads and places of the island. */
export function LocationChoices({ id, typed }: ChoicesProps) {
  return <Choices id={id} values={suggestPlaces(typed, usePlaces()?.names ?? [])} />
}

/** From the server's list. */
export function PostalChoices({ id, typed }: ChoicesProps) {
  const serverId = useBoard((state) => state.serverId)
  return <Choices id={id} values={suggestPlaces(typed, postalCodes(usePostals(serverId)))} />
}
