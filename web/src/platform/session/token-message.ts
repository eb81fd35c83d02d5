import { originMatches } from '@tenfour/contract'
import { z } from 'zod'

const TokenMessage = z.object({ type: z.literal('token'), token: z.string().trim().min(1).max(500) })

type Allowed = { readonly ownOrigin: string; readonly frameOrigins: readonly string[] }

/** The token in a window message, if it has one and comes from an allowed origin. */
export function tokenFromMessage(
  message: { readonly origin: string; readonly data: unknown },
  { ownOrigin, frameOrigins }: Allowed,
): string | null {
  if (message.origin !== ownOrigin && !originMatches(message.origin, frameOrigins)) return null
  return TokenMessage.safeParse(message.data).data?.token ?? null
}
