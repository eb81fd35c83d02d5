import { DisplayScreen } from '@tenfour/contract'
import { z } from 'zod'

const Address = z.object({
  screen: DisplayScreen.catch('board'),
  serverId: z.coerce.number().pipe(z.int().positive()),
  key: z.string().min(1).max(200),
  unit: z.string().trim().max(16).catch(''),
})
export type DisplayAddress = z.infer<typeof Address>

/** Parses the address; undefined if required parameters are missing. */
export function readDisplayAddress(search: string): DisplayAddress | undefined {
  const address = Address.safeParse(Object.fromEntries(new URLSearchParams(search)))
  if (!address.success) return undefined
  return address.data.screen === 'unit' && address.data.unit === '' ? undefined : address.data
}
