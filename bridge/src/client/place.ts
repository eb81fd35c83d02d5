import type { BridgeConfig } from '../config.ts'

// Apart from `main.ts`: in the entry of a bundle, `exports` would be the bundle's own, not FiveM's.

/** The player's location: street and crossing, and the nearest postal if a resource provides it. */
export function placeOf({ resource, export: name }: BridgeConfig['postal']): { location: string; postal: string } {
  const [x = 0, y = 0, z = 0] = GetEntityCoords(PlayerPedId(), true)
  const [street, crossing] = GetStreetNameAtCoord(x, y, z)
  const names = [street, crossing].filter((hash) => hash !== 0).map((hash) => GetStreetNameFromHashKey(hash))
  return { location: names.join(' / '), postal: postalFrom(resource, name) }
}

function postalFrom(resource: string, name: string): string {
  if (resource === '' || name === '') return ''
  try {
    const postal = exports[resource]?.[name]?.()
    return typeof postal === 'string' || typeof postal === 'number' ? String(postal) : ''
  } catch {
    // The other resource is not running: a call without a postal is better than no call.
    return ''
  }
}
