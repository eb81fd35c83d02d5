import { serveWarrant, type Call, type WarrantType } from '@tenfour/contract'
import type { z } from 'zod'
import { bodyOf } from '../../../../platform/api/body-of.ts'

export const ServeInput = bodyOf(serveWarrant).omit({ version: true })

/** Now, where the unit's call is, with an arrest unless it is a search. */
export const serveStart = (
  type: WarrantType,
  call: Pick<Call, 'location' | 'postal'> | undefined,
  now = new Date(),
): z.input<typeof ServeInput> => ({
  servedAt: now.toISOString(),
  location: call?.location ?? '',
  postal: call?.postal ?? '',
  officerIds: [],
  isArrested: type !== 'search',
  text: '',
})
