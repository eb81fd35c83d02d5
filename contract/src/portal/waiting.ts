import { z } from 'zod'

/** One kind of thing that waits for a member, such as '3 unpaid fines', and the page where the member handles them. */
export const WaitingItem = z.object({
  /** The kind. It stays the same while count and words change. */
  id: z.string(),
  count: z.int().positive(),
  words: z.string(),
  path: z.string(),
})
export type WaitingItem = z.infer<typeof WaitingItem>
