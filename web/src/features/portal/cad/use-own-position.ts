import { useEffect } from 'react'
import { offerOwnPosition } from '../../../panels/likely.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { unitPlaces } from '../../game/positions/positions.port.ts'

/** Tells the forms of the desktop where the user's own unit is. */
export function useOfferOwnPosition(serverId: number): void {
  const { userId } = useSignedInUser()
  useEffect(() => {
    const { get, subscribe } = unitPlaces(serverId)
    return offerOwnPosition({ get: () => get().get(userId) ?? null, subscribe })
  }, [serverId, userId])
}
